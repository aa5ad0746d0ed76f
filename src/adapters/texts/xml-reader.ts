import { Parser } from 'htmlparser2';
import { decoderOf } from '../../domain/text/decoded-text.ts';

/** Callbacks with the names of elements without prefixes. */
interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML, well-formed or not, as its chunks arrive. The document type is ignored: only the entities of XML itself are
 * resolved, and nothing is loaded. Rethrows what the handler throws.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(withoutPrefix(name), attributes),
      onclosetag: (name) => handler.close?.(withoutPrefix(name)),
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk);
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.end();
}
