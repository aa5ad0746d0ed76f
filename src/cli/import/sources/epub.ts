import { posix } from 'node:path';
import { type Archive, contentFrom, xmlFrom } from '../archives/archive.ts';
import { openZip } from '../archives/zip-archive.ts';
import { licenceFields, textField } from '../fields.ts';
import type { ItemField } from '../item.ts';
import { inputName, itemWith, listedSource } from '../listed-source.ts';
import { decodedPath } from '../packages/manifest.ts';
import type { SourceKind } from '../source.ts';
import { elementsAt, elementsNamed, lineOf, type XmlElement } from '../xml/elements.ts';
import { plainText } from '../xml/plain-text.ts';

const container = 'META-INF/container.xml';

function fieldsOf(opf: XmlElement): ItemField[] {
  // Old books put the elements of Dublin Core one level deeper.
  const metadata = elementsAt(opf, 'metadata').flatMap((element) => [element, ...elementsAt(element, 'dc-metadata')]);
  const texts = (name: string): string[] => metadata.flatMap((element) => elementsAt(element, name)).map(lineOf);
  const isUnknown = (code: string): boolean => code.toLowerCase() === 'und';
  return [
    ...textField('cclom:title', 'dc:title', texts('title').slice(0, 1)),
    ...textField('cclom:general_description', 'dc:description', texts('description').map(plainText)),
    ...textField('cclom:general_keyword', 'dc:subject', texts('subject')),
    ...textField(
      'cclom:general_language',
      'dc:language',
      texts('language').filter((code) => !isUnknown(code)),
    ),
    ...textField('cclom:general_identifier', 'dc:identifier', texts('identifier')),
    ...textField('ccm:author_freetext', 'dc:creator', texts('creator')),
    ...licenceFields('dc:rights', texts('rights')),
  ];
}

/** The picture on the cover, by its property (EPUB 3) or by the name of a meta element (EPUB 2). */
function coverOf(archive: Archive, opf: XmlElement, opfPath: string) {
  const items = elementsAt(opf, 'manifest/item');
  const named = elementsNamed(opf, 'meta').find(({ attributes }) => attributes.get('name') === 'cover');
  const cover =
    items.find(({ attributes }) => attributes.get('properties')?.split(/\s+/).includes('cover-image')) ??
    items.find(({ attributes }) => named !== undefined && attributes.get('id') === named.attributes.get('content'));
  const path = posix.join(posix.dirname(opfPath), decodedPath(cover?.attributes.get('href') ?? ''));
  return archive.files.has(path) ? contentFrom(archive, path) : undefined;
}

/** Electronic books, which stay one file. */
export const epubSource: SourceKind = {
  name: 'epub',
  title: 'EPUB book',
  async recognises(input) {
    const entries = await input.entries();
    return entries?.includes(container) === true && entries.includes('mimetype');
  },
  async open(input) {
    const archive = await openZip(input.path, input.text);
    try {
      const [root] = elementsNamed(await xmlFrom(archive, container, input.text), 'rootfile');
      const opfPath = root?.attributes.get('full-path') ?? 'content.opf';
      const opf = await xmlFrom(archive, opfPath, input.text);
      const unique = elementsNamed(opf, 'identifier').find(
        ({ attributes }) => attributes.get('id') === opf.attributes.get('unique-identifier'),
      );
      const name = inputName(input);
      const item = itemWith({
        where: name,
        key: lineOf(unique) || undefined,
        name,
        fields: fieldsOf(opf),
        content: { kind: 'file', path: input.path },
        preview: coverOf(archive, opf, opfPath),
      });
      const version = opf.attributes.get('version') ?? '';
      return listedSource({
        understoodAs: `an EPUB ${version} book`.replace('  ', ' '),
        name: 'epub',
        items: [item],
        close: archive.close,
      });
    } catch (error) {
      await archive.close();
      throw error;
    }
  },
};
