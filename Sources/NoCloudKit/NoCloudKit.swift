// Apple's platforms have a framework CloudKit; there, the product of that name is this empty module.
