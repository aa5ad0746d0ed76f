import { Parser } from 'htmlparser2';
import { decoderOf } from '../../domain/text/decoded-text.ts';

/** Callbacks with the names of elements without prefixes. */
interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The parser takes longer for each element that is open. No document that a program writes is so deep. */
const maxDepth = 2_000;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML, well-formed or not, as its chunks arrive. The document type is ignored: only the entities of XML itself are
 * resolved, and nothing is loaded. Leaves out what follows too many elements in one another. Rethrows what the handler throws.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        handler.open?.(withoutPrefix(name), attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        handler.close?.(withoutPrefix(name));
      },
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk);
    if (depth <= maxDepth) parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.end();
}
