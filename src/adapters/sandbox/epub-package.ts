import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

interface XmlElement {
  /** The name of the element without the namespace prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const nothing = (): void => undefined;

const ignored = {
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onprocessinginstruction: nothing,
  ontext: nothing,
  ontextentity: nothing,
};

/** The elements of an XML document in their order. Ignores the document type and its entities. */
function elementsOf(xml: string): XmlElement[] {
  const elements: XmlElement[] = [];
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const part = (start: number, end: number): string => xml.slice(start, end);
  const end = (): void => {
    elements.push({ name, attributes });
  };
  const callbacks: TokenizerCallbacks = {
    ...ignored,
    onopentagname(start, stop) {
      name = part(start, stop).replace(/^[^:]*:/, '');
      attributes = new Map();
    },
    onattribname(start, stop) {
      attribute = part(start, stop);
      value = '';
    },
    onattribdata(start, stop) {
      value += part(start, stop);
    },
    onattribentity(codepoint) {
      value += String.fromCodePoint(codepoint);
    },
    onattribend: () => void attributes.set(attribute, value),
    onopentagend: end,
    onselfclosingtag: end,
  };
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, callbacks);
  tokenizer.write(xml);
  tokenizer.end();
  return elements;
}

const valueIn = ({ attributes }: XmlElement, name: string): string => attributes.get(name) ?? '';

/** The path of the package document from `META-INF/container.xml` (EPUB 3.3, 4.2.6.3.1). */
export function packagePathOf(container: string): string | undefined {
  const root = elementsOf(container).find(({ name }) => name === 'rootfile');
  return root?.attributes.get('full-path');
}

/** Resolves a reference in the package document to an archive entry. Undefined if it leads out of the archive. */
function entryPath(packagePath: string, reference: string): string | undefined {
  try {
    const { protocol, pathname } = new URL(reference, `entry:///${encodeURI(packagePath)}`);
    return protocol === 'entry:' ? decodeURIComponent(pathname).replace(/^\/+/, '') : undefined;
  } catch {
    return undefined;
  }
}

/** The entry with the cover image: by its property (EPUB 3), or by the older metadata element (EPUB 2). */
export function coverPathOf(packageDocument: string, packagePath: string): string | undefined {
  const elements = elementsOf(packageDocument);
  const items = elements.filter(({ name }) => name === 'item');
  const named = elements.find((element) => element.name === 'meta' && valueIn(element, 'name') === 'cover');
  const cover =
    items.find((item) => valueIn(item, 'properties').split(/\s+/).includes('cover-image')) ??
    items.find((item) => named !== undefined && valueIn(item, 'id') === valueIn(named, 'content'));
  return cover === undefined ? undefined : entryPath(packagePath, valueIn(cover, 'href'));
}

/** The entries of the chapters in reading order (the spine). References out of the archive are skipped. */
export function chapterPathsOf(packageDocument: string, packagePath: string): string[] {
  const elements = elementsOf(packageDocument);
  const items = elements.filter(({ name }) => name === 'item');
  const references = new Map(items.map((item) => [valueIn(item, 'id'), valueIn(item, 'href')]));
  const spine = elements.filter(({ name }) => name === 'itemref').map((element) => valueIn(element, 'idref'));
  return spine.flatMap((id) => {
    const reference = references.get(id) ?? '';
    return reference === '' ? [] : (entryPath(packagePath, reference) ?? []);
  });
}
