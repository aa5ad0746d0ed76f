/** The page of `edu-repo help query`. */
export const queryHelp = `The query language: edu-repo search --query, and GET or POST …/node/v1/nodes/-home-?query=

Words and phrases:
  bruch kürzen               any of the words; beginnings, and one typing error from four letters on, are found too
  "brüche kürzen"            these words, next to each other
  br*e   gr?n   *rechnung    * stands for any letters, ? for one; in quotes too: "der gro* Wald"
  *:*   *                    everything
  grün~1   grün~2   grün~    words in which one or two letters differ (~ alone: two)
  bruch^3 kürzen             a find for bruch counts three times

Joining:
  bruch AND kürzen           both; also && and +bruch +kürzen
  bruch OR kürzen            any of them; also ||
  bruch -entwurf             without; also NOT and !
  +bruch klasse              bruch is needed; what has klasse too comes first
  (a OR b) AND c             AND binds closer than OR

Fields:
  title:bruch                name, title, description, keywords, and TEXT for what stands in files
  cclom:title:bruch          a property; also @cclom\\:title:"bruch" and {http://…}title:bruch
  cclom:title:(bruch OR "brüche kürzen")
  cclom:title:*              has the property at all
  cclom:size:1024            numbers and dates are compared as such

Ranges, for properties:
  cm:modified:[2026-01-01 TO 2026-01-31]     both days are in it; dates are those of UTC
  cm:modified:{2026-01-01 TO NOW]            with { or } a bound itself is out
  cclom:size:[* TO 1000000]                  * MIN MAX leave an end open

Fields in capitals:
  TYPE:"ccm:io"              the type, and those made from it; cm:content is any file, cm:folder any folder
  ASPECT:"ccm:collection"
  OWNER:"anna"
  ISNULL:"cclom:title"       has no such property; also ISUNSET. The opposite is ISNOTNULL, also EXISTS
  ID:"…"   PARENT:"…"        a node, and what lies directly in a folder; PARENT:"-userhome-" is your own
  ANCESTOR:"…"               what lies in a folder at any depth
  PATH:"/app:company_home//cm:Mathe/*"       by names: * is any one, // any depth, //. at the end the folder itself too
  WORDS:"brüche kürzen"      all of the words, or else most of them, as in edu-repo search WORDS

A backslash takes a sign as it stands: C\\+\\+, 7\\:30, "5\\" floppy". Capitals and accents make no difference, and ä, ae and a
none either; but values of TYPE, ASPECT, OWNER and names in PATH are taken letter by letter.
At most 4,096 bytes, 200 words, 50 parentheses in each other, and 1,000 words that fit a wildcard. Regular expressions and
distances in phrases ("a b"~3) are not understood. What is not understood is refused, with its place.
`;
