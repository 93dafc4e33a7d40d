/// Predicate texts that CloudKit supports, each with its meaning: `text | arguments --> filters`.
/// `now` is 1000. `PredicateTextTests` explains the notation.
enum PredicateTextRows {
  static let operatorsAndKeys = #"""
    f == 1 --> f EQUALS 1
    f == -1 --> f EQUALS -1
    f == 2.5 --> f EQUALS 2.5
    f == -2.5 --> f EQUALS -2.5
    f == 'a' --> f EQUALS "a"
    f == "b" --> f EQUALS "b"
    f == TRUE --> f EQUALS 1
    f = 1 --> f EQUALS 1
    f = -1 --> f EQUALS -1
    f = 2.5 --> f EQUALS 2.5
    f = -2.5 --> f EQUALS -2.5
    f = 'a' --> f EQUALS "a"
    f = "b" --> f EQUALS "b"
    f = TRUE --> f EQUALS 1
    f != 1 --> f NOT_EQUALS 1
    f != -1 --> f NOT_EQUALS -1
    f != 2.5 --> f NOT_EQUALS 2.5
    f != -2.5 --> f NOT_EQUALS -2.5
    f != 'a' --> f NOT_EQUALS "a"
    f != "b" --> f NOT_EQUALS "b"
    f != TRUE --> f NOT_EQUALS 1
    f <> 1 --> f NOT_EQUALS 1
    f <> -1 --> f NOT_EQUALS -1
    f <> 2.5 --> f NOT_EQUALS 2.5
    f <> -2.5 --> f NOT_EQUALS -2.5
    f <> 'a' --> f NOT_EQUALS "a"
    f <> "b" --> f NOT_EQUALS "b"
    f <> TRUE --> f NOT_EQUALS 1
    f < 1 --> f LESS_THAN 1
    f < -1 --> f LESS_THAN -1
    f < 2.5 --> f LESS_THAN 2.5
    f < -2.5 --> f LESS_THAN -2.5
    f < 'a' --> f LESS_THAN "a"
    f < "b" --> f LESS_THAN "b"
    f < TRUE --> f LESS_THAN 1
    f <= 1 --> f LESS_THAN_OR_EQUALS 1
    f <= -1 --> f LESS_THAN_OR_EQUALS -1
    f <= 2.5 --> f LESS_THAN_OR_EQUALS 2.5
    f <= -2.5 --> f LESS_THAN_OR_EQUALS -2.5
    f <= 'a' --> f LESS_THAN_OR_EQUALS "a"
    f <= "b" --> f LESS_THAN_OR_EQUALS "b"
    f <= TRUE --> f LESS_THAN_OR_EQUALS 1
    f =< 1 --> f LESS_THAN_OR_EQUALS 1
    f =< -1 --> f LESS_THAN_OR_EQUALS -1
    f =< 2.5 --> f LESS_THAN_OR_EQUALS 2.5
    f =< -2.5 --> f LESS_THAN_OR_EQUALS -2.5
    f =< 'a' --> f LESS_THAN_OR_EQUALS "a"
    f =< "b" --> f LESS_THAN_OR_EQUALS "b"
    f =< TRUE --> f LESS_THAN_OR_EQUALS 1
    f > 1 --> f GREATER_THAN 1
    f > -1 --> f GREATER_THAN -1
    f > 2.5 --> f GREATER_THAN 2.5
    f > -2.5 --> f GREATER_THAN -2.5
    f > 'a' --> f GREATER_THAN "a"
    f > "b" --> f GREATER_THAN "b"
    f > TRUE --> f GREATER_THAN 1
    f >= 1 --> f GREATER_THAN_OR_EQUALS 1
    f >= -1 --> f GREATER_THAN_OR_EQUALS -1
    f >= 2.5 --> f GREATER_THAN_OR_EQUALS 2.5
    f >= -2.5 --> f GREATER_THAN_OR_EQUALS -2.5
    f >= 'a' --> f GREATER_THAN_OR_EQUALS "a"
    f >= "b" --> f GREATER_THAN_OR_EQUALS "b"
    f >= TRUE --> f GREATER_THAN_OR_EQUALS 1
    f => 1 --> f GREATER_THAN_OR_EQUALS 1
    f => -1 --> f GREATER_THAN_OR_EQUALS -1
    f => 2.5 --> f GREATER_THAN_OR_EQUALS 2.5
    f => -2.5 --> f GREATER_THAN_OR_EQUALS -2.5
    f => 'a' --> f GREATER_THAN_OR_EQUALS "a"
    f => "b" --> f GREATER_THAN_OR_EQUALS "b"
    f => TRUE --> f GREATER_THAN_OR_EQUALS 1
    f==5 --> f EQUALS 5
    f=5 --> f EQUALS 5
    f!=5 --> f NOT_EQUALS 5
    f<>5 --> f NOT_EQUALS 5
    f<5 --> f LESS_THAN 5
    f<=5 --> f LESS_THAN_OR_EQUALS 5
    f=<5 --> f LESS_THAN_OR_EQUALS 5
    f>5 --> f GREATER_THAN 5
    f>=5 --> f GREATER_THAN_OR_EQUALS 5
    f=>5 --> f GREATER_THAN_OR_EQUALS 5
    f==-5 --> f EQUALS -5
    f=-5 --> f EQUALS -5
    f!=-5 --> f NOT_EQUALS -5
    f<>-5 --> f NOT_EQUALS -5
    f<-5 --> f LESS_THAN -5
    f<=-5 --> f LESS_THAN_OR_EQUALS -5
    f=<-5 --> f LESS_THAN_OR_EQUALS -5
    f>-5 --> f GREATER_THAN -5
    f>=-5 --> f GREATER_THAN_OR_EQUALS -5
    f=>-5 --> f GREATER_THAN_OR_EQUALS -5
    NOT (f == 5) --> f NOT_EQUALS 5
    NOT (f = 5) --> f NOT_EQUALS 5
    NOT (f != 5) --> f EQUALS 5
    NOT (f <> 5) --> f EQUALS 5
    NOT (f < 5) --> f GREATER_THAN_OR_EQUALS 5
    NOT (f <= 5) --> f GREATER_THAN 5
    NOT (f =< 5) --> f GREATER_THAN 5
    NOT (f > 5) --> f LESS_THAN_OR_EQUALS 5
    NOT (f >= 5) --> f LESS_THAN 5
    NOT (f => 5) --> f LESS_THAN 5
    recordID == %@ | r:x --> [recordName] EQUALS r:x
    %K != %@ | "recordID" r:x --> [recordName] NOT_EQUALS r:x
    ___recordID == %@ | r:x --> [recordName] EQUALS r:x
    %K != %@ | "___recordID" r:x --> [recordName] NOT_EQUALS r:x
    ___recordId == %@ | r:x --> [recordName] EQUALS r:x
    %K != %@ | "___recordId" r:x --> [recordName] NOT_EQUALS r:x
    recordName == %@ | r:x --> [recordName] EQUALS r:x
    %K != %@ | "recordName" r:x --> [recordName] NOT_EQUALS r:x
    creatorUserRecordID == %@ | r:x --> [createdUserRecordName] EQUALS r:x
    %K != %@ | "creatorUserRecordID" r:x --> [createdUserRecordName] NOT_EQUALS r:x
    ___createdBy == %@ | r:x --> [createdUserRecordName] EQUALS r:x
    %K != %@ | "___createdBy" r:x --> [createdUserRecordName] NOT_EQUALS r:x
    lastModifiedUserRecordID == %@ | r:x --> [modifiedUserRecordName] EQUALS r:x
    %K != %@ | "lastModifiedUserRecordID" r:x --> [modifiedUserRecordName] NOT_EQUALS r:x
    ___modifiedBy == %@ | r:x --> [modifiedUserRecordName] EQUALS r:x
    %K != %@ | "___modifiedBy" r:x --> [modifiedUserRecordName] NOT_EQUALS r:x
    parent == %@ | r:x --> [parent] EQUALS r:x
    %K != %@ | "parent" r:x --> [parent] NOT_EQUALS r:x
    ___parent == %@ | r:x --> [parent] EQUALS r:x
    %K != %@ | "___parent" r:x --> [parent] NOT_EQUALS r:x
    share == %@ | r:x --> [share] EQUALS r:x
    %K != %@ | "share" r:x --> [share] NOT_EQUALS r:x
    ___share == %@ | r:x --> [share] EQUALS r:x
    %K != %@ | "___share" r:x --> [share] NOT_EQUALS r:x
    creationDate < %@ | t:5 --> [createdTimestamp] LESS_THAN t:5
    creationDate >= now() --> [createdTimestamp] GREATER_THAN_OR_EQUALS t:1000
    NOT (creationDate < now()) --> [createdTimestamp] GREATER_THAN_OR_EQUALS t:1000
    ___createTime < %@ | t:5 --> [createdTimestamp] LESS_THAN t:5
    ___createTime >= now() --> [createdTimestamp] GREATER_THAN_OR_EQUALS t:1000
    NOT (___createTime < now()) --> [createdTimestamp] GREATER_THAN_OR_EQUALS t:1000
    modificationDate < %@ | t:5 --> [modifiedTimestamp] LESS_THAN t:5
    modificationDate >= now() --> [modifiedTimestamp] GREATER_THAN_OR_EQUALS t:1000
    NOT (modificationDate < now()) --> [modifiedTimestamp] GREATER_THAN_OR_EQUALS t:1000
    ___modTime < %@ | t:5 --> [modifiedTimestamp] LESS_THAN t:5
    ___modTime >= now() --> [modifiedTimestamp] GREATER_THAN_OR_EQUALS t:1000
    NOT (___modTime < now()) --> [modifiedTimestamp] GREATER_THAN_OR_EQUALS t:1000
    f BEGINSWITH 'a' --> f BEGINS_WITH "a"
    f beginswith 'a' --> f BEGINS_WITH "a"
    f Beginswith 'a' --> f BEGINS_WITH "a"
    f CONTAINS 'a' --> f LIST_CONTAINS "a"
    f contains 'a' --> f LIST_CONTAINS "a"
    f Contains 'a' --> f LIST_CONTAINS "a"
    f IN {'a'} --> f IN {"a"}
    f in {'a'} --> f IN {"a"}
    f In {'a'} --> f IN {"a"}
    f BETWEEN {1, 2} --> f GREATER_THAN_OR_EQUALS 1 & f LESS_THAN_OR_EQUALS 2
    f between {1, 2} --> f GREATER_THAN_OR_EQUALS 1 & f LESS_THAN_OR_EQUALS 2
    f Between {1, 2} --> f GREATER_THAN_OR_EQUALS 1 & f LESS_THAN_OR_EQUALS 2
    ANY f = 1 --> f LIST_CONTAINS 1
    any f = 1 --> f LIST_CONTAINS 1
    Any f = 1 --> f LIST_CONTAINS 1
    SOME f = 1 --> f LIST_CONTAINS 1
    some f = 1 --> f LIST_CONTAINS 1
    Some f = 1 --> f LIST_CONTAINS 1
    ANY f CONTAINS 1 --> f LIST_CONTAINS 1
    SOME f contains 'a' --> f LIST_CONTAINS "a"
    NOT (ANY f CONTAINS 1) --> f NOT_LIST_CONTAINS 1
    NOT f = 1 --> f NOT_EQUALS 1
    not f = 1 --> f NOT_EQUALS 1
    Not f = 1 --> f NOT_EQUALS 1
    f = 1 AND g = 2 --> f EQUALS 1 & g EQUALS 2
    f = 1 and g = 2 --> f EQUALS 1 & g EQUALS 2
    f = 1 And g = 2 --> f EQUALS 1 & g EQUALS 2
    TRUEPREDICATE --> TRUE
    truepredicate --> TRUE
    Truepredicate --> TRUE
    FALSEPREDICATE --> FALSE
    falsepredicate --> FALSE
    Falsepredicate --> FALSE
    SELF CONTAINS 'a' --> * CONTAINS_ANY_TOKENS "a"
    self CONTAINS 'a' --> * CONTAINS_ANY_TOKENS "a"
    Self CONTAINS 'a' --> * CONTAINS_ANY_TOKENS "a"
    f = YES --> f EQUALS 1
    f = yes --> f EQUALS 1
    f = Yes --> f EQUALS 1
    f = TRUE --> f EQUALS 1
    f = true --> f EQUALS 1
    f = True --> f EQUALS 1
    f = NO --> f EQUALS 0
    f = no --> f EQUALS 0
    f = No --> f EQUALS 0
    f = FALSE --> f EQUALS 0
    f = false --> f EQUALS 0
    f = False --> f EQUALS 0
    """#
}
