extension PredicateTextRows {
  static let literals = #"""
    f == 0 --> f EQUALS 0
    f == 007 --> f EQUALS 7
    f == 9223372036854775807 --> f EQUALS 9223372036854775807
    f == -9223372036854775808 --> f EQUALS -9223372036854775808
    f == --5 --> f EQUALS 5
    f == - 5 --> f EQUALS -5
    f == ---5 --> f EQUALS -5
    f == --9223372036854775807 --> f EQUALS 9223372036854775807
    f == 0x1F --> f EQUALS 31
    f == 0XfF --> f EQUALS 255
    f == -0x10 --> f EQUALS -16
    f == 0o17 --> f EQUALS 15
    f == 0b101 --> f EQUALS 5
    f == 1.0 --> f EQUALS 1.0
    f == 1. --> f EQUALS 1.0
    f == .5 --> f EQUALS 0.5
    f == -.5 --> f EQUALS -0.5
    f == 1e3 --> f EQUALS 1000.0
    f == 1E+3 --> f EQUALS 1000.0
    f == 25e-1 --> f EQUALS 2.5
    f == 9.2e-5 --> f EQUALS 9.2e-05
    f == 1.5e300 --> f EQUALS 1.5e+300
    f == -0.0 --> f EQUALS -0.0
    f == 1e-400 --> f EQUALS 0.0
    f == '' --> f EQUALS ""
    f == "" --> f EQUALS ""
    f == 'it"s' --> f EQUALS "it\"s"
    f == "it's" --> f EQUALS "it's"
    f == 'it\'s' --> f EQUALS "it's"
    f == "a\"b" --> f EQUALS "a\"b"
    f == 'a\\b' --> f EQUALS "a\\b"
    f == 'a\/b' --> f EQUALS "a/b"
    f == 'a\nb' --> f EQUALS "a\nb"
    f == 'a\tb\rc' --> f EQUALS "a\tb\rc"
    f == '\u00e9' --> f EQUALS "é"
    f == '\ud83d\ude00' --> f EQUALS "😀"
    f == 'ünïcödé 日本 😀' --> f EQUALS "ünïcödé 日本 😀"
    f == '%@ %K %d' --> f EQUALS "%@ %K %d"
    f == '100%' --> f EQUALS "100%"
    f == 'AND' --> f EQUALS "AND"
    f == 'a // b /* c */' --> f EQUALS "a // b /* c */"
    f == '{1, 2}' --> f EQUALS "{1, 2}"
    f == '$x #y' --> f EQUALS "$x #y"
    f == CAST(0, "NSDate") --> f EQUALS t:978307200000
    f == CAST(1.5, "NSDate") --> f EQUALS t:978307201500
    f == CAST(-978307200.0, 'NSDate') --> f EQUALS t:0
    f == cast(1, "NSDate") --> f EQUALS t:978307201000
    f < now() --> f LESS_THAN t:1000
    f < now( ) --> f LESS_THAN t:1000
    f IN {now(), CAST(0, "NSDate")} --> f IN {t:1000, t:978307200000}
    """#

  static let blanksAndKeys = #"""
    f==1 --> f EQUALS 1
      f   ==   1   --> f EQUALS 1
    (f == 1) --> f EQUALS 1
    ((f == 1)) --> f EQUALS 1
    (f) == (1) --> f EQUALS 1
    ((((((((((f))))))))))==1 --> f EQUALS 1
    f /* a comment */ == 1 --> f EQUALS 1
    /**/f == 1/* * / */ --> f EQUALS 1
    f == 1 // the rest --> f EQUALS 1
    f IN{1} --> f IN {1}
    f IN { 1 , 2 } --> f IN {1, 2}
    a1_b == 1 --> a1_b EQUALS 1
    _f == 1 --> _f EQUALS 1
    F == 1 --> F EQUALS 1
    android == 1 --> android EQUALS 1
    notable == 1 --> notable EQUALS 1
    inbox == 1 --> inbox EQUALS 1
    orders == 1 --> orders EQUALS 1
    selfie == 1 --> selfie EQUALS 1
    nilly == 1 --> nilly EQUALS 1
    #size == 1 --> size EQUALS 1
    #First == 1 --> First EQUALS 1
    sizes == 1 --> sizes EQUALS 1
    now == 1 --> now EQUALS 1
    allTokens == 1 --> allTokens EQUALS 1
    #in == 1 --> in EQUALS 1
    #SELF == 1 --> SELF EQUALS 1
    #f == 1 --> f EQUALS 1
    SELF.f == 1 --> f EQUALS 1
    self.in == 1 --> in EQUALS 1
    SELF . f == 1 --> f EQUALS 1
    self.Size == 1 --> Size EQUALS 1
    createdTimestamp == 1 --> createdTimestamp EQUALS 1
    RECORDID == 1 --> RECORDID EQUALS 1
    ___etag == 'x' --> ___etag EQUALS "x"
    f == TRUE AND g == no --> f EQUALS 1 & g EQUALS 0
    f == 1 && g == 2 --> f EQUALS 1 & g EQUALS 2
    f == 1&&g == 2 --> f EQUALS 1 & g EQUALS 2
    f == 1 AND g == 2 AND h == 3 --> f EQUALS 1 & g EQUALS 2 & h EQUALS 3
    f == 1 AND (g == 2 AND h == 3) --> f EQUALS 1 & g EQUALS 2 & h EQUALS 3
    (f == 1 AND g == 2) AND h == 3 --> f EQUALS 1 & g EQUALS 2 & h EQUALS 3
    (f == 1) AND (g == 2) --> f EQUALS 1 & g EQUALS 2
    f == 1 AND f == 1 --> f EQUALS 1 & f EQUALS 1
    f == 1 AND TRUEPREDICATE --> f EQUALS 1
    TRUEPREDICATE AND TRUEPREDICATE --> TRUE
    f == 1 AND FALSEPREDICATE --> FALSE
    FALSEPREDICATE AND f == 1 --> FALSE
    (TRUEPREDICATE) --> TRUE
    """#

  static let arguments = #"""
    f == %@ | 1 --> f EQUALS 1
    f == %@ | -2.5 --> f EQUALS -2.5
    f == %@ | "x" --> f EQUALS "x"
    f == %@ | t:7 --> f EQUALS t:7
    f == %@ | r:x --> f EQUALS r:x
    f == (%@) | 1 --> f EQUALS 1
    f==%@ | 1 --> f EQUALS 1
    %K == %@ | "f" 1 --> f EQUALS 1
    %K == 1 | "in" --> in EQUALS 1
    %K == 1 | "size" --> size EQUALS 1
    SELF.%K == 1 | "f" --> f EQUALS 1
    SELF.%K == %@ AND %K == 2 | "f" 1 "g" --> f EQUALS 1 & g EQUALS 2
    %K == 1 | "a b" --> a b EQUALS 1
    %K == 1 AND %K == %@ | "f" "g" "x" --> f EQUALS 1 & g EQUALS "x"
    f == %d | 5 --> f EQUALS 5
    f == %i | -5 --> f EQUALS -5
    f == %ld | 5 --> f EQUALS 5
    f == %lld | 5 --> f EQUALS 5
    f == %lu | 5 --> f EQUALS 5
    f == %llu | 5 --> f EQUALS 5
    f == %u | 5 --> f EQUALS 5
    f == %x | 5 --> f EQUALS 5
    f == %hd | 5 --> f EQUALS 5
    f == %zd | 5 --> f EQUALS 5
    f == %03d | 5 --> f EQUALS 5
    f == %f | 2.5 --> f EQUALS 2.5
    f == %f | 2 --> f EQUALS 2.0
    f == %lf | 2.5 --> f EQUALS 2.5
    f == %.2f | 2.125 --> f EQUALS 2.125
    f == %g | 2.5 --> f EQUALS 2.5
    f == %s | "x" --> f EQUALS "x"
    f BEGINSWITH %@ | "x" --> f BEGINS_WITH "x"
    f BEGINSWITH %s | "x" --> f BEGINS_WITH "x"
    f IN %@ | {1,2} --> f IN {1, 2}
    f IN %@ | {"a","b"} --> f IN {"a", "b"}
    f IN %@ | {} --> f IN {}
    f IN {%@, %@} | 1 2 --> f IN {1, 2}
    f IN {%@, %d, 3} | 1 2 --> f IN {1, 2, 3}
    f IN {%@} | r:a --> f IN {r:a}
    f BETWEEN %@ | {1,2} --> f GREATER_THAN_OR_EQUALS 1 & f LESS_THAN_OR_EQUALS 2
    f BETWEEN {%@, %@} | t:1 t:2 --> f GREATER_THAN_OR_EQUALS t:1 & f LESS_THAN_OR_EQUALS t:2
    f CONTAINS %@ | "x" --> f LIST_CONTAINS "x"
    f CONTAINS %@ | r:x --> f LIST_CONTAINS r:x
    %@ IN f | r:x --> f LIST_CONTAINS r:x
    %@ IN %K | 1 "f" --> f LIST_CONTAINS 1
    ANY f IN %@ | {1,2} --> f LIST_CONTAINS_ANY {1, 2}
    ANY %@ = f | {1,2} --> f IN {1, 2}
    SELF CONTAINS %@ | "x y" --> * CONTAINS_ANY_TOKENS "x y"
    creatorUserRecordID == %@ | r:__defaultOwner__ --> [createdUserRecordName] EQUALS r:__defaultOwner__
    recordID IN %@ | {r:a,r:b} --> [recordName] IN {r:a, r:b}
    recordID == 'a' --> [recordName] EQUALS "a"
    """#

  static let lists = #"""
    f IN {1} --> f IN {1}
    f IN {} --> f IN {}
    f IN {1, 2.5} --> f IN {1.0, 2.5}
    f IN {'a', "b"} --> f IN {"a", "b"}
    f IN {TRUE, FALSE} --> f IN {1, 0}
    f IN {-1, - 2} --> f IN {-1, -2}
    NOT (f IN {1}) --> f NOT_IN {1}
    NOT f IN {1} --> f NOT_IN {1}
    !(f IN {1}) --> f NOT_IN {1}
    ! f IN {1} --> f NOT_IN {1}
    f BETWEEN {1.5, 2} --> f GREATER_THAN_OR_EQUALS 1.5 & f LESS_THAN_OR_EQUALS 2
    f BETWEEN {'a', 'b'} --> f GREATER_THAN_OR_EQUALS "a" & f LESS_THAN_OR_EQUALS "b"
    f BETWEEN {2, 1} --> f GREATER_THAN_OR_EQUALS 2 & f LESS_THAN_OR_EQUALS 1
    'a' IN f --> f LIST_CONTAINS "a"
    1 IN f --> f LIST_CONTAINS 1
    NOT ('a' IN f) --> f NOT_LIST_CONTAINS "a"
    NOT 'a' IN f --> f NOT_LIST_CONTAINS "a"
    f CONTAINS 1 --> f LIST_CONTAINS 1
    NOT (f CONTAINS 'a') --> f NOT_LIST_CONTAINS "a"
    ANY f == 'a' --> f LIST_CONTAINS "a"
    NOT (ANY f = 'a') --> f NOT_LIST_CONTAINS "a"
    NOT ANY f = 'a' --> f NOT_LIST_CONTAINS "a"
    ANY f BEGINSWITH 'a' --> f LIST_MEMBER_BEGINS_WITH "a"
    NOT (ANY f BEGINSWITH 'a') --> f NOT_LIST_MEMBER_BEGINS_WITH "a"
    ANY f IN {'a', 'b'} --> f LIST_CONTAINS_ANY {"a", "b"}
    NOT (ANY f IN {1}) --> f NOT_LIST_CONTAINS_ANY {1}
    ANY {1, 2} = f --> f IN {1, 2}
    SOME {1, 2} == f --> f IN {1, 2}
    NOT (ANY {1, 2} = f) --> f NOT_IN {1, 2}
    NOT (f BEGINSWITH 'a') --> f NOT_BEGINS_WITH "a"
    NOT f BEGINSWITH 'a' --> f NOT_BEGINS_WITH "a"
    NOT NOT f == 1 --> f EQUALS 1
    NOT (NOT (f == 1)) --> f EQUALS 1
    NOT NOT NOT f == 1 --> f NOT_EQUALS 1
    NOT !NOT! f == 1 --> f EQUALS 1
    NOT f == 1 AND g == 2 --> f NOT_EQUALS 1 & g EQUALS 2
    f == 1 AND NOT g == 2 --> f EQUALS 1 & g NOT_EQUALS 2
    NOT TRUEPREDICATE --> FALSE
    NOT FALSEPREDICATE --> TRUE
    """#

  static let tokensAndPlaces = #"""
    SELF CONTAINS 'a b' --> * CONTAINS_ANY_TOKENS "a b"
    SELF CONTAINS[c] 'a' --> * CONTAINS_ANY_TOKENS "a"
    SELF CONTAINS [cd] 'a' --> * CONTAINS_ANY_TOKENS "a"
    SELF CONTAINS 'a' AND SELF CONTAINS 'b' --> * CONTAINS_ANY_TOKENS "a" & * CONTAINS_ANY_TOKENS "b"
    allTokens TOKENMATCHES[cdl] 'a b' --> * CONTAINS_ALL_TOKENS "a b"
    allTokens TOKENMATCHES[cdl] %@ | "a" --> * CONTAINS_ALL_TOKENS "a"
    allTokens TOKENMATCHES 'a' --> * CONTAINS_ALL_TOKENS "a"
    SELF TOKENMATCHES[cdl] 'a' --> * CONTAINS_ALL_TOKENS "a"
    ALL tokenize('a b', 'Cdl') IN allTokens --> * CONTAINS_ALL_TOKENS "a b"
    ALL tokenize(%@, 'Cdl') IN allTokens | "a" --> * CONTAINS_ALL_TOKENS "a"
    ALL tokenize:using:('a', 'Cdl') IN allTokens --> * CONTAINS_ALL_TOKENS "a"
    ANY tokenize('a b', 'Cdl') IN allTokens --> * CONTAINS_ANY_TOKENS "a b"
    some tokenize('a', 'cdl') in allTokens --> * CONTAINS_ANY_TOKENS "a"
    distanceToLocation:fromLocation:(f, %@) < 10 | l:1,2 --> f NEAR l:1.0,2.0 10.0
    distanceToLocation:fromLocation:(f, %@) < 2.5 | l:1,2 --> f NEAR l:1.0,2.0 2.5
    distanceToLocation:fromLocation:(f, %@) < %f | l:1,2 10 --> f NEAR l:1.0,2.0 10.0
    distanceToLocation:fromLocation:(f, %@) < %@ | l:1,2 10 --> f NEAR l:1.0,2.0 10.0
    distanceToLocation:fromLocation:(%K, %@) < %d | "f" l:1,2 10 --> f NEAR l:1.0,2.0 10.0
    distanceToLocation:fromLocation: ( f , %@ )<10 | l:1,2 --> f NEAR l:1.0,2.0 10.0
    distanceToLocation:fromLocation:(f, %@) < 10 AND g == 1 | l:1,2 --> f NEAR l:1.0,2.0 10.0 & g EQUALS 1
    """#
}
