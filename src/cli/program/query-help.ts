/** The page of `edu-repo help query`. */
export const queryHelp = `The query language: edu-repo search --query, and GET or POST …/node/v1/nodes/-home-?query=

Words and phrases:
  bruch kürzen               any of the words; also finds prefixes, and one typing error in words of five letters or more
  "brüche kürzen"            these words next to each other
  br*e   gr?n   *rechnung    * matches any letters, ? one letter; also in quotes: "der gro* Wald"
  *:*   *                    everything
  grün~1   grün~2   grün~    also words that differ in one or two letters (~ means ~2)
  bruch^3 kürzen             matches of bruch count three times

Operators:
  bruch AND kürzen           both words; also && and +bruch +kürzen
  bruch OR kürzen            either word; also ||
  bruch -entwurf             bruch without entwurf; also NOT and !
  +bruch klasse              bruch is required; results with klasse come first
  (a OR b) AND c             AND has higher precedence than OR

Fields:
  title:bruch                name, title, description, keywords, and TEXT for the content of files
  cclom:title:bruch          a property; also @cclom\\:title:"bruch" and {http://…}title:bruch
  cclom:title:(bruch OR "brüche kürzen")
  cclom:title:*              has a value for the property
  ccm:commonlicense_key:"CC_BY"              a quoted value from a value list, or an identifier, is the whole value: not CC_BY_SA
  =cm:name:"Plan.pdf"        the whole value of any property; =bruch is exactly this word
  ALL:bruch                  like bruch without a field
  cclom:size:1024            compares numbers and dates by value

Ranges, for properties:
  cm:modified:[2026-01-01 TO 2026-01-31]     includes both days; dates are in UTC
  cm:modified:{2026-01-01 TO NOW]            { and } exclude the bound
  cm:modified:[NOW-7DAYS TO NOW]             also NOW-1MONTH, NOW/DAY (the start of the day in UTC) and NOW/DAY+8HOURS
  cclom:size:[* TO 1000000]                  *, MIN and MAX leave an end open

Fields in capitals:
  TYPE:"ccm:io"              the type and its subtypes; cm:content is any file, cm:folder any folder
  EXACTTYPE:"ccm:io"         the type without its subtypes
  ASPECT:"ccm:collection"
  OWNER:"anna"
  ISNULL:"cclom:title"       does not have the property; also ISUNSET. The opposite is ISNOTNULL, also EXISTS
  ID:"…"   PARENT:"…"        a node, and the children of a folder; PARENT:"-userhome-" is your home folder
  ANCESTOR:"…"               everything in a folder at any depth
  PATH:"/app:company_home//cm:Mathe/*"       by names: * is any name, // any depth, //. at the end includes the folder
  WORDS:"brüche kürzen"      any of the words, also from the names of folders above a node; best those with all (edu-repo search)

A backslash escapes a character: C\\+\\+, 7\\:30, "5\\" floppy". Case and accents are ignored, and ä, ae and a are equal. Values
of TYPE, ASPECT and OWNER and names in PATH must match exactly.
Limits: 4,096 bytes, 200 words, 50 nested parentheses, and 1,000 words that match a wildcard. Regular expressions and
distances in phrases ("a b"~3) are not supported. For an invalid query, the error message shows the position of the mistake.
`;
