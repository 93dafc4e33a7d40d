/* Empty: the target declares nothing for others. */
