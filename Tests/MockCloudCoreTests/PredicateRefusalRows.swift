/// Predicate texts that are refused: `text | arguments --> reason`, or `--> @character problem` for
/// texts that are not predicates.
enum PredicateRefusalRows {
  static let byCloudKit = #"""
    f == 1 OR f == 2 --> Invalid predicate: f == 1 OR f == 2 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    f == 1 || f == 2 --> Invalid predicate: f == 1 OR f == 2 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    f == 1 or f == 2 or f == 3 --> Invalid predicate: f == 1 OR f == 2 OR f == 3 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    f == 1 AND (g == 2 OR h == 3) --> Invalid predicate: g == 2 OR h == 3 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    f == 1 AND g == 2 OR h == 3 --> Invalid predicate: (f == 1 AND g == 2) OR h == 3 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    NOT (f == 1 OR g == 2) --> Invalid predicate: f == 1 OR g == 2 (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    f==1 or(g IN{1,'a'}) --> Invalid predicate: f == 1 OR g IN {1, "a"} (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    TRUEPREDICATE OR FALSEPREDICATE --> Invalid predicate: TRUEPREDICATE OR FALSEPREDICATE (OR is not supported); compare one field with several values by IN, otherwise make a query for each part
    NOT (f == 1 AND g == 2) --> Invalid predicate: NOT (f == 1 AND g == 2) (NOT is not supported with a compound predicate); negate its parts
    NOT NOT (f == 1 AND g == 2) --> Invalid predicate: NOT (f == 1 AND g == 2) (NOT is not supported with a compound predicate); negate its parts
    NOT (f BETWEEN {1, 2}) --> Invalid predicate: NOT f BETWEEN {1, 2} (NOT is not supported with BETWEEN); make a query for each side: f < 1, and f > 2
    NOT (SELF CONTAINS 'a') --> Invalid predicate: NOT SELF CONTAINS "a" (NOT is not supported with a search for tokens); query without this condition, and test it on the records that are found
    NOT (ALL tokenize('a', 'Cdl') IN allTokens) --> Invalid predicate: NOT ALL tokenize("a", "Cdl") IN allTokens (NOT is not supported with a search for tokens); query without this condition, and test it on the records that are found
    NOT (distanceToLocation:fromLocation:(f, %@) < 10) | l:1,2 --> Invalid predicate: NOT distanceToLocation:fromLocation:(f, <1.0,2.0>) < 10 (NOT is not supported with a distance); query without this condition, and test it on the records that are found
    ALL f == 1 --> Invalid predicate: ALL f == 1 (ALL is not supported); use IN for a field with one value; for a list that has all of the values, write 'list CONTAINS value' for each of them, joined by AND
    NONE f == 1 --> Invalid predicate: NONE f == 1 (NONE is not supported); write NOT (ANY f == 1)
    NOT (f BETWEEN %@) | {1,2} --> Invalid predicate: NOT f BETWEEN {1, 2} (NOT is not supported with BETWEEN); make a query for each side: f < low, and f > high
    NONE f IN {1} --> Invalid predicate: NONE f IN {1} (NONE is not supported); write NOT (ANY f IN {1})
    NOT (NONE f == 1) --> Invalid predicate: NONE f == 1 (NONE is not supported); write NOT (ANY f == 1)
    NONE f < 1 --> Invalid predicate: NONE f < 1 (NONE is not supported); query without this condition, and test it on the records that are found
    ALL f IN {1} --> Invalid predicate: ALL f IN {1} (ALL is not supported); use IN for a field with one value; for a list that has all of the values, write 'list CONTAINS value' for each of them, joined by AND
    NONE tokenize('a', 'Cdl') IN allTokens --> Invalid predicate: NONE tokenize("a", "Cdl") IN allTokens (NONE is not supported); query without this condition, and test it on the records that are found
    f ENDSWITH 'a' --> Invalid predicate: f ENDSWITH "a" (ENDSWITH is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f LIKE 'a*' --> Invalid predicate: f LIKE "a*" (LIKE is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f MATCHES 'a.*' --> Invalid predicate: f MATCHES "a.*" (MATCHES is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f TOKENMATCHES 'a' --> Invalid predicate: f TOKENMATCHES "a" (TOKENMATCHES is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f UTI-CONFORMS-TO 'a' --> Invalid predicate: f UTI-CONFORMS-TO "a" (UTI-CONFORMS-TO is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f uti-equals 'a' --> Invalid predicate: f UTI-EQUALS "a" (UTI-EQUALS is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    f CONTAINS[c] 'a' --> Invalid predicate: Predicate comparison options are not supported for expression: f CONTAINS[c] "a"; leave the letters in brackets out
    f ==[cd] 'a' --> Invalid predicate: Predicate comparison options are not supported for expression: f ==[cd] "a"; leave the letters in brackets out
    f BEGINSWITH[c] 'a' --> Invalid predicate: Predicate comparison options are not supported for expression: f BEGINSWITH[c] "a"; leave the letters in brackets out
    f ENDSWITH[n] 'a' --> Invalid predicate: Predicate comparison options are not supported for expression: f ENDSWITH[n] "a"; leave the letters in brackets out
    f IN[c] {'a'} --> Invalid predicate: Predicate comparison options are not supported for expression: f IN[c] {"a"}; leave the letters in brackets out
    'a' == 'b' --> Invalid left expression in <"a" == "b">: <"a"> is not an evaluated object expression
    "f" == 1 --> Invalid left expression in <"f" == 1>: <"f"> is not an evaluated object expression
    1 == f --> Invalid left expression in <1 == f>: <1> is not an evaluated object expression
    1 == 1 --> Invalid left expression in <1 == 1>: <1> is not an evaluated object expression
    -5 < f --> Invalid left expression in <-5 < f>: <-5> is not an evaluated object expression
    nil == f --> Invalid left expression in <nil == f>: <nil> is not an evaluated object expression
    {1} == f --> Invalid left expression in <{1} == f>: <{1}> is not an evaluated object expression
    {1, 2} CONTAINS f --> Invalid left expression in <{1, 2} CONTAINS f>: <{1, 2}> is not an evaluated object expression
    TRUE == f --> Invalid left expression in <1 == f>: <1> is not an evaluated object expression
    'a' BEGINSWITH f --> Invalid left expression in <"a" BEGINSWITH f>: <"a"> is not an evaluated object expression
    'a' IN {'a'} --> Invalid left expression in <"a" IN {"a"}>: <"a"> is not an evaluated object expression
    %@ == 1 | "f" --> Invalid left expression in <"f" == 1>: <"f"> is not an evaluated object expression
    %@ BETWEEN {1, 2} | 1 --> Invalid left expression in <1 BETWEEN {1, 2}>: <1> is not an evaluated object expression
    ANY 'a' = f --> Invalid left expression in <ANY "a" == f>: <"a"> is not an evaluated object expression
    f == g --> Invalid right expression in <f == g>: <g> is not a single constant value; a text is written in quotes
    f == SELF --> Invalid right expression in <f == SELF>: <SELF> is not a single constant value
    f == {1} --> Invalid right expression in <f == {1}>: <{1}> is not a single constant value
    f == %@ | {1,2} --> Invalid right expression in <f == {1, 2}>: <{1, 2}> is not a single constant value
    f CONTAINS {1} --> Invalid right expression in <f CONTAINS {1}>: <{1}> is not a single constant value
    f IN g --> Invalid right expression in <f IN g>: <g> is not a list of constant values; a text is written in quotes
    f IN 1 --> Invalid right expression in <f IN 1>: <1> is not a list of constant values
    f IN 'abc' --> Invalid right expression in <f IN "abc">: <"abc"> is not a list of constant values
    f IN {g} --> Invalid right expression in <f IN {g}>: <{g}> is not a list of constant values
    f IN {nil} --> Invalid right expression in <f IN {nil}>: <{nil}> is not a list of constant values
    f IN {{1}} --> Invalid right expression in <f IN {{1}}>: <{{1}}> is not a list of constant values
    f IN {1, %@} | {2} --> Invalid right expression in <f IN {1, {2}}>: <{1, {2}}> is not a list of constant values
    f BETWEEN {1} --> Invalid right expression in <f BETWEEN {1}>: <{1}> is not a list of two values
    f BETWEEN {1, 2, 3} --> Invalid right expression in <f BETWEEN {1, 2, 3}>: <{1, 2, 3}> is not a list of two values
    f BETWEEN 1 --> Invalid right expression in <f BETWEEN 1>: <1> is not a list of two values
    f BETWEEN %@ | {} --> Invalid right expression in <f BETWEEN {}>: <{}> is not a list of two values
    f BEGINSWITH 1 --> Invalid right expression in <f BEGINSWITH 1>: <1> is not a string
    f BEGINSWITH g --> Invalid right expression in <f BEGINSWITH g>: <g> is not a string; a text is written in quotes
    ANY f BEGINSWITH 1 --> Invalid right expression in <ANY f BEGINSWITH 1>: <1> is not a string
    ANY {1} = 2 --> Invalid right expression in <ANY {1} == 2>: <2> is not a key
    ANY f = g --> Invalid right expression in <ANY f == g>: <g> is not a single constant value; a text is written in quotes
    f == nil --> Invalid predicate: f == nil (comparing with nil is not supported); save a value that stands for a missing one, and search it
    f != NULL --> Invalid predicate: f != nil (comparing with nil is not supported); save a value that stands for a missing one, and search it
    f == %@ | null --> Invalid predicate: f == nil (comparing with nil is not supported); save a value that stands for a missing one, and search it
    f IN nil --> Invalid predicate: f IN nil (comparing with nil is not supported); save a value that stands for a missing one, and search it
    f IN {1, 'a'} --> Invalid predicate: f IN {1, "a"} (the values of a list must have one type)
    ANY f IN {1, 'a'} --> Invalid predicate: ANY f IN {1, "a"} (the values of a list must have one type)
    f IN {%@, 1} | t:1 --> Invalid predicate: f IN {CAST(-978307199.999, "NSDate"), 1} (the values of a list must have one type)
    ANY f < 1 --> Invalid predicate: ANY f < 1 (< is not supported with ANY); ANY is used with ==, CONTAINS, BEGINSWITH and IN
    ANY f != 1 --> Invalid predicate: ANY f != 1 (!= is not supported with ANY); ANY is used with ==, CONTAINS, BEGINSWITH and IN
    ANY f CONTAINS {1} --> Invalid right expression in <ANY f CONTAINS {1}>: <{1}> is not a single constant value
    ANY f BETWEEN {1, 2} --> Invalid predicate: ANY f BETWEEN {1, 2} (BETWEEN is not supported with ANY); ANY is used with ==, CONTAINS, BEGINSWITH and IN
    ANY f ENDSWITH 'a' --> Invalid predicate: ANY f ENDSWITH "a" (ENDSWITH is not supported with ANY); ANY is used with ==, CONTAINS, BEGINSWITH and IN
    f.g == 1 --> Invalid predicate: f.g == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f.g.h == 1 --> Invalid predicate: f.g.h == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    SELF.f.g == 1 --> Invalid predicate: f.g == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f.@count > 1 --> Invalid predicate: f.@count > 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f.@avg.g > 1 --> Invalid predicate: f.@avg.g > 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    @sum.f > 1 --> Invalid predicate: @sum.f > 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    @f == 1 --> Invalid predicate: @f == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    @count > 1 --> Invalid predicate: @count > 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f.Size == 1 --> Invalid predicate: f.Size == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    %K.%K == 1 | "f" "g" --> Invalid predicate: f.g == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f.%K == 1 | "g.h" --> Invalid predicate: f.g.h == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    size == 1 --> Invalid left expression in <SIZE == 1>: <SIZE> is not an evaluated object expression; a key of that name is written #size or %K
    First BEGINSWITH 'a' --> Invalid left expression in <FIRST BEGINSWITH "a">: <FIRST> is not an evaluated object expression; a key of that name is written #first or %K
    f == last --> Invalid right expression in <f == LAST>: <LAST> is not a single constant value
    %K == 1 | "f.g" --> Invalid predicate: f.g == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    ANY f.g == 1 --> Invalid predicate: ANY f.g == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    parent.name == 'x' --> Invalid predicate: parent.name == "x" (key paths into other records and collection operators are not supported); compare a field with a constant
    f + 1 == 2 --> Invalid predicate: f + 1 == 2 (arithmetic is not supported); compare a field with a constant
    f == 1 + 1 --> Invalid predicate: f == 1 + 1 (arithmetic is not supported); compare a field with a constant
    f == 2 * 3 - 4 / 5 --> Invalid predicate: f == 2 * 3 - 4 / 5 (arithmetic is not supported); compare a field with a constant
    f == 2 ** 3 --> Invalid predicate: f == 2 ** 3 (arithmetic is not supported); compare a field with a constant
    f == now() - 5 --> Invalid predicate: f == now() - 5 (arithmetic is not supported); compare a field with a constant
    -f == 1 --> Invalid predicate: -f == 1 (arithmetic is not supported); compare a field with a constant
    f == -g --> Invalid predicate: f == -g (arithmetic is not supported); compare a field with a constant
    f == -(5) --> Invalid predicate: f == -(5) (arithmetic is not supported); compare a field with a constant
    f == -%@ | 5 --> Invalid predicate: f == -(5) (arithmetic is not supported); compare a field with a constant
    f[0] == 1 --> Invalid predicate: f[0] == 1 (indexes are not supported); compare a field with a constant
    f[FIRST] == 1 --> Invalid predicate: f[FIRST] == 1 (indexes are not supported); compare a field with a constant
    f[0][1] == 1 --> Invalid predicate: f[0][1] == 1 (indexes are not supported); compare a field with a constant
    f[0].g == 1 --> Invalid predicate: f[0].g == 1 (indexes are not supported); compare a field with a constant
    f == g[SIZE].h[1] --> Invalid predicate: f == g[SIZE].h[1] (indexes are not supported); compare a field with a constant
    (f[0])[1] == 1 --> Invalid predicate: (f[0])[1] == 1 (indexes are not supported); compare a field with a constant
    now().b == 1 --> Invalid predicate: now().b == 1 (the function now is not supported here); compare a field with a constant
    f == 1.a --> Invalid predicate: f == 1.a (key paths into other records and collection operators are not supported); compare a field with a constant
    'a'.b == 1 --> Invalid predicate: "a".b == 1 (key paths into other records and collection operators are not supported); compare a field with a constant
    f == g[LAST] --> Invalid predicate: f == g[LAST] (indexes are not supported); compare a field with a constant
    f == $x --> Invalid predicate: f == $x (variables are not supported); compare a field with a constant
    $x == 1 --> Invalid predicate: $x == 1 (variables are not supported); compare a field with a constant
    SUBQUERY(f, $x, $x == 1) == 1 --> Invalid predicate: SUBQUERY(f, $x, $x == 1) == 1 (SUBQUERY is not supported); compare a field with a constant
    SUBQUERY(f, $x, $x == 1).@count > 0 --> Invalid predicate: SUBQUERY(f, $x, $x == 1).@count > 0 (SUBQUERY is not supported); compare a field with a constant
    f == SUBQUERY(f, $x, $x.y == 1 OR $x.z == 2) --> Invalid predicate: f == SUBQUERY(f, $x, $x.y == 1 OR $x.z == 2) (SUBQUERY is not supported); compare a field with a constant
    SELF == 1 --> Invalid predicate: SELF == 1 (SELF can only be searched with CONTAINS)
    SELF IN {1} --> Invalid predicate: SELF IN {1} (SELF can only be searched with CONTAINS)
    SELF BEGINSWITH 'a' --> Invalid predicate: SELF BEGINSWITH "a" (SELF can only be searched with CONTAINS)
    SELF CONTAINS 1 --> Invalid predicate: SELF CONTAINS 1 (the tokens must be a string)
    SELF CONTAINS f --> Invalid predicate: SELF CONTAINS f (the tokens must be a string)
    SELF CONTAINS %@ | null --> Invalid predicate: SELF CONTAINS nil (the tokens must be a string)
    allTokens TOKENMATCHES[cdl] 5 --> Invalid predicate: allTokens TOKENMATCHES[cdl] 5 (the tokens must be a string)
    ALL tokenize('a') IN allTokens --> Invalid predicate: ALL tokenize("a") IN allTokens (expected tokenize(text, options) IN allTokens)
    ALL tokenize('a', 'b') IN f --> Invalid predicate: ALL tokenize("a", "b") IN f (expected tokenize(text, options) IN allTokens)
    ALL tokenize('a', 1) IN allTokens --> Invalid predicate: ALL tokenize("a", 1) IN allTokens (expected tokenize(text, options) IN allTokens)
    tokenize('a', 'b') IN allTokens --> Invalid predicate: tokenize("a", "b") IN allTokens (the function tokenize is not supported here); compare a field with a constant
    sum(f) == 1 --> Invalid predicate: sum(f) == 1 (the function sum is not supported here); compare a field with a constant
    uppercase(f) == 'A' --> Invalid predicate: uppercase(f) == "A" (the function uppercase is not supported here); compare a field with a constant
    f == abs(-1) --> Invalid predicate: f == abs(-1) (the function abs is not supported here); compare a field with a constant
    f == NOW() --> Invalid predicate: f == NOW() (the function NOW is not supported here); compare a field with a constant
    f == now(1) --> Invalid predicate: f == now(1) (the function now is not supported here); compare a field with a constant
    now() == f --> Invalid predicate: now() == f (the function now is not supported here); compare a field with a constant
    FUNCTION(f, 'length') == 1 --> Invalid predicate: FUNCTION(f, "length") == 1 (the function FUNCTION is not supported here); compare a field with a constant
    f == modulus:by:(5, 2) --> Invalid predicate: f == modulus:by:(5, 2) (the function modulus:by: is not supported here); compare a field with a constant
    CAST(f, 'NSDate') == 1 --> Invalid predicate: CAST(f, "NSDate") == 1 (the function CAST is not supported here); compare a field with a constant
    f == CAST('x', 'NSNumber') --> Invalid predicate: f == CAST("x", "NSNumber") (the function CAST is not supported here); compare a field with a constant
    f == CAST(1e300, 'NSDate') --> Invalid predicate: f == CAST(1e+300, "NSDate") (the function CAST is not supported here); compare a field with a constant
    distanceToLocation:fromLocation:(f, %@) <= 10 | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(f, <1.0,2.0>) <= 10 (a distance can only be compared with <)
    distanceToLocation:fromLocation:(f, %@) > 10 | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(f, <1.0,2.0>) > 10 (a distance can only be compared with <)
    distanceToLocation:fromLocation:(f, %@) < -1 | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(f, <1.0,2.0>) < -1 (the radius must not be negative)
    distanceToLocation:fromLocation:(f, %@) < 'a' | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(f, <1.0,2.0>) < "a" (the radius must be a number of metres)
    distanceToLocation:fromLocation:(f, %@) < g | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(f, <1.0,2.0>) < g (the radius must be a number of metres)
    distanceToLocation:fromLocation:(f, g) < 10 --> Invalid predicate: distanceToLocation:fromLocation:(f, g) < 10 (expected distanceToLocation:fromLocation:(key, location) with a location as argument)
    distanceToLocation:fromLocation:(%@, f) < 10 | l:1,2 --> Invalid predicate: distanceToLocation:fromLocation:(<1.0,2.0>, f) < 10 (expected distanceToLocation:fromLocation:(key, location) with a location as argument)
    distanceToLocation:fromLocation:(f) < 10 --> Invalid predicate: distanceToLocation:fromLocation:(f) < 10 (expected distanceToLocation:fromLocation:(key, location) with a location as argument)
    10 > distanceToLocation:fromLocation:(f, %@) | l:1,2 --> Invalid left expression in <10 > distanceToLocation:fromLocation:(f, <1.0,2.0>)>: <10> is not an evaluated object expression
    f == distanceToLocation:fromLocation:(f, %@) | l:1,2 --> Invalid predicate: f == distanceToLocation:fromLocation:(f, <1.0,2.0>) (the function distanceToLocation:fromLocation: is not supported here); compare a field with a constant
    FALSEPREDICATE AND f LIKE 'a' --> Invalid predicate: f LIKE "a" (LIKE is not supported); BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words
    """#

  static let bySyntax = #"""
     --> @1 expected a value, found the end
    f --> @2 expected a comparison, found the end
    f == --> @5 expected a value, found the end
    == 1 --> @1 expected a value, found '=='
    f 1 --> @3 expected a comparison operator, found a number
    f g --> @3 expected a comparison operator, found 'g'
    f == 1 g --> @8 expected AND or the end, found 'g'
    f == 1 2 --> @8 expected AND or the end, found a number
    f == 1, g --> @7 expected AND or the end, found ','
    f == 1 == 2 --> @8 expected AND or the end, found '=='
    f == 1 + g == 2 --> @12 expected AND or the end, found '=='
    f == 1 AND --> @11 expected a value, found the end
    f == 1 AND g --> @13 expected a comparison, found the end
    f == 1 AND OR g == 2 --> @12 expected a value, found OR; a key of that name is written #OR or %K
    AND f == 1 --> @1 expected a value, found AND; a key of that name is written #AND or %K
    f AND g == 1 --> @1 expected a condition before AND
    f == 1 AND AND g == 1 --> @12 expected a value, found AND; a key of that name is written #AND or %K
    f == in --> @6 expected a value, found IN; a key of that name is written #IN or %K
    contains == 1 --> @1 expected a value, found CONTAINS; a key of that name is written #CONTAINS or %K
    NOT --> @4 expected a value, found the end
    NOT f --> @6 expected a comparison, found the end
    f NOT IN {1} --> @3 expected a comparison operator, found NOT
    f == NOT g --> @6 expected a value, found NOT
    f == ANY g --> @6 expected a value, found ANY
    ANY --> @4 expected a value, found the end
    ANY f --> @6 expected a comparison operator, found the end
    ANY (f == 1) --> @5 expected a value, found a condition
    ANY NOT f == 1 --> @5 expected a value, found NOT
    (f == 1 --> @8 expected ')', found the end
    ((f == 1) --> @10 expected ')', found the end
    f == 1) --> @7 expected AND or the end, found ')'
    () --> @2 expected a value, found ')'
    f == () --> @7 expected a value, found ')'
    (f, g) == 1 --> @3 expected ')', found ','
    f == (g == 1) --> @6 expected a value, found a condition
    (f == 1) == 2 --> @10 expected AND or the end, found '=='
    (f == 1) + 2 --> @10 expected AND or the end, found '+'
    f IN (1, 2) --> @8 expected ')', found ','
    f IN [1, 2] --> @7 expected the options c, d, n, l or w, found a number
    f IN {1 --> @8 expected ',' or '}', found the end
    f IN {1, --> @9 expected a value, found the end
    f IN {1, } --> @10 expected a value, found '}'
    f IN {,1} --> @7 expected a value, found ','
    f IN {1 2} --> @9 expected ',' or '}', found a number
    f IN {1, g == 2} --> @12 expected ',' or '}', found '=='
    f IN } --> @6 expected a value, found '}'
    f == TRUEPREDICATE --> @6 expected a value, found a condition
    f === 1 --> @5 expected a value, found '=='
    f <> = 1 --> @6 expected a value, found '=='
    f ! = 1 --> @3 expected a comparison operator, found '!'
    f & g --> @3 this character has no meaning here
    f == 1 & g == 2 --> @8 this character has no meaning here
    f == 1 | g == 2 --> @8 this character has no meaning here
    f ~ 1 --> @3 this character has no meaning here
    f == ? --> @6 this character has no meaning here
    f == ^ --> @6 this character has no meaning here
    f; DROP --> @2 this character has no meaning here
    é == 1 --> @1 this character has no meaning here
    f == é --> @6 this character has no meaning here
    fé == 1 --> @2 this character has no meaning here
    f == “a” --> @6 this character has no meaning here
    日本 == 1 --> @1 this character has no meaning here
    'é日😀' == 1 AND é --> @16 this character has no meaning here
    f == 'a --> @6 the string that begins here has no end
    f == "a' --> @6 the string that begins here has no end
    f == 'a\' --> @6 the string that begins here has no end
    f == 'a\q' --> @8 unknown escape; a backslash is written \\
    f == '\u12' --> @7 expected four hexadecimal digits
    f == '\u12g4' --> @7 expected four hexadecimal digits
    f == '\ud800' --> @7 this is an incomplete surrogate pair
    f == '\ud800\u0041' --> @7 this is an incomplete surrogate pair
    f == '\udc00' --> @7 this is an incomplete surrogate pair
    f == 1 /* x --> @8 the comment that begins here has no end
    f == 1 /* x * / --> @8 the comment that begins here has no end
    f == 9223372036854775808 --> @6 this is not a 64-bit integer
    f == -9223372036854775809 --> @7 this is not a 64-bit integer
    f == 99999999999999999999999 --> @6 this is not a 64-bit integer
    f == 0x --> @6 this is not a 64-bit integer
    f == 0xG --> @6 this is not a 64-bit integer
    f == 0b2 --> @6 this is not a 64-bit integer
    f == 0x1FFFFFFFFFFFFFFFF --> @6 this is not a 64-bit integer
    f == 1e400 --> @6 this number is too large
    f == 1abc --> @6 this is not a number
    f == 1e --> @6 this is not a number
    f == 1.2.3 --> @9 expected AND or the end, found a number
    1f == 1 --> @1 this is not a number
    f == + 1 --> @6 expected a value, found '+'
    f == 1 + --> @9 expected a value, found the end
    f == * 2 --> @6 expected a value, found '*'
    f == - --> @7 expected a value, found the end
    f. == 1 --> @4 expected a name, found '=='
    .f == 1 --> @1 expected a value, found '.'
    f..g == 1 --> @3 expected a name, found '.'
    f.@ == 1 --> @5 expected a name, found '=='
    f.5 == 1 --> @2 expected a comparison operator, found a number
    f == 1.a --> Invalid predicate: f == 1.a (key paths into other records and collection operators are not supported); compare a field with a constant
    f[0 == 1 --> @5 expected ']', found '=='
    f[] == 1 --> @3 expected a value, found ']'
    # == 1 --> @1 expected a name after '#'
    $ == 1 --> @1 expected a name after '$'
    f == $1 --> @6 expected a name after '$'
    f CONTAINS[x] 'a' --> @12 expected the options c, d, n, l or w, found 'x'
    f CONTAINS[cdnlwc] 'a' --> @12 expected the options c, d, n, l or w, found 'cdnlwc'
    f CONTAINS[] 'a' --> @12 expected the options c, d, n, l or w, found ']'
    f CONTAINS[c 'a' --> @14 expected ']', found a string
    now( == 1 --> @6 expected a value, found '=='
    now(1 == 1 --> @7 expected ',' or ')', found '=='
    f == now --> Invalid right expression in <f == now>: <now> is not a single constant value; a text is written in quotes
    SUBQUERY(f, $x) == 1 --> @15 expected ',', found ')'
    SUBQUERY(f, $x, 1) == 1 --> @18 expected a comparison operator, found ')'
    SUBQUERY == 1 --> @10 expected '(', found '=='
    CAST == 1 --> @6 expected '(', found '=='
    f := 1 --> @3 expected a comparison operator, found ':='
    f: == 1 --> @4 expected '(', found '=='
    f == %@ --> @6 Insufficient arguments for conversion characters specified in format string; 'predicateArguments' needs a value for each
    %K == %@ | "f" --> @7 Insufficient arguments for conversion characters specified in format string; 'predicateArguments' needs a value for each
    f == 1 | 1 --> @7 there is 1 argument, but no place for it
    f == %@ | 1 2 3 --> @8 there are 3 arguments, but only 1 place for them
    %K == 1 | 5 --> @1 argument 1 must be a key
    %K == 1 | null --> @1 argument 1 must be a key
    %K == 1 | "" --> @1 argument 1 must be a key
    %K == 1 | "a..b" --> @1 argument 1 must be a key
    f == %d | "x" --> @6 argument 1 must be an integer
    f == %d | 2.5 --> @6 argument 1 must be an integer
    f == %d | null --> @6 argument 1 must be an integer
    f == %f | "x" --> @6 argument 1 must be a number
    f == %s | 1 --> @6 argument 1 must be a string
    f == %@ AND g == %d | 1 "x" --> @18 argument 2 must be an integer
    f == % --> @6 unknown conversion; known are %@ %K %d %ld %lu %f %i %s
    f == %q --> @6 unknown conversion; known are %@ %K %d %ld %lu %f %i %s
    f == %k --> @6 unknown conversion; known are %@ %K %d %ld %lu %f %i %s
    f == %% --> @6 expected a value, found '%%'
    f %% 2 == 1 --> @3 expected a comparison operator, found '%%'
    f == '%@' | 1 --> @10 there is 1 argument, but no place for it
    """#
}
