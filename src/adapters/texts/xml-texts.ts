import { readXml } from './xml-reader.ts';

/** An element with its text, and that of the elements inside it. */
export interface XmlText {
  /** The names of the elements from the root to this one, in lower case and without prefixes, such as `package/metadata/title`. */
  readonly path: string;
  /** Names without prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

interface OpenText extends XmlText {
  text: string;
}

const limits = { bytes: 4_000_000, texts: 2_000, characters: 20_000, depth: 40 };

/** The beginning of a file, in chunks. */
async function* beginningOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = limits.bytes;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

const attributesOf = (attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(':') + 1).toLowerCase(), value]));

/** The elements at the paths of this form in their order: the first ones, with the beginnings of their texts. */
export async function xmlTexts(chunks: AsyncIterable<Buffer>, form: RegExp): Promise<readonly XmlText[]> {
  const found: OpenText[] = [];
  const path: string[] = [];
  const open: { readonly text: OpenText; readonly depth: number }[] = [];
  let depth = 0;
  await readXml(beginningOf(chunks), {
    open(name, attributes) {
      depth += 1;
      if (depth > limits.depth || found.length >= limits.texts) return;
      path.length = depth - 1;
      path.push(name.toLowerCase());
      const text: OpenText = { path: path.join('/'), attributes: attributesOf(attributes), text: '' };
      if (!form.test(text.path)) return;
      found.push(text);
      open.push({ text, depth });
    },
    close() {
      if (open.at(-1)?.depth === depth) open.pop();
      depth -= 1;
    },
    text(part) {
      for (const { text } of open) if (text.text.length < limits.characters) text.text += part;
    },
  });
  return found;
}
