import { type Handler, Parser } from 'htmlparser2';

/** The parser takes longer for each element that is open. No page that people write is so deep. */
const maxDepth = 1_000;

/** A parser of HTML, well-formed or not, which leaves out what follows too many elements in one another. */
export function htmlParser(handler: Partial<Handler>): Parser {
  let depth = 0;
  const parser = new Parser({
    ...handler,
    onopentagname(name) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      handler.onopentagname?.(name);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      handler.onclosetag?.(name, isImplied);
    },
  });
  return parser;
}
