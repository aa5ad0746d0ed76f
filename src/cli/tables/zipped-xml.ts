import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

/** What an element or text of an XML file is reported to. Names come without their prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** More than any list of a school unpacks to. */
const maxUnpackedBytes = 200_000_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The XML files in an archive. */
export type ZippedXml = ReadonlyMap<string, Buffer>;

/** Unpacks the XML files of an archive. Rejects with the error of the ZIP reader if it is damaged, or if they are too large. */
export async function unzipXml(bytes: Buffer): Promise<ZippedXml> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  let left = maxUnpackedBytes;
  for await (const entry of zip.eachEntry()) {
    if (!/\.(?:xml|rels)$/.test(entry.fileName)) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      left -= (chunk as Buffer).length;
      if (left < 0) throw new Error(`It unpacks to more than ${maxUnpackedBytes / 1_000_000} MB.`);
      chunks.push(chunk as Buffer);
    }
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

/** Reads an XML file. Throws the error of the parser if it is malformed. */
export function visitXml(xml: Buffer, visitor: XmlVisitor): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    visitor.open?.(localName(name), Object.fromEntries(named));
  });
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)));
  parser.write(xml.toString('utf8')).close();
}
