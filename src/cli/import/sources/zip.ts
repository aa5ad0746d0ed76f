import { fileItem, packedPaths } from '../archives/archive-items.ts';
import { openZip } from '../archives/zip-archive.ts';
import { inputName, itemWith, listedSource } from '../listed-source.ts';
import type { SourceKind } from '../source.ts';

/** Entries of ZIP archives that are documents or programs: they are one file for people. */
const documents = new Set(['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF', 'geogebra.xml']);

/** Any other ZIP archive: its folders and files, or one file if it is not to be unpacked. */
export const zipSource: SourceKind = {
  name: 'zip',
  title: 'ZIP archive',
  async recognises(input) {
    const entries = await input.entries();
    return entries !== undefined && !entries.some((name) => documents.has(name));
  },
  async open(input, { unpack }) {
    const archive = await openZip(input.path, input.text);
    const name = inputName(input);
    if (unpack === false) {
      await archive.close();
      const item = itemWith({ where: name, name, content: { kind: 'file', path: input.path } });
      return listedSource({ understoodAs: 'a ZIP archive as one file', name, items: [item] });
    }
    const items = packedPaths(archive).map((path) => fileItem(archive, path));
    const count = items.length === 1 ? '1 file' : `${items.length} files`;
    return listedSource({ understoodAs: `a ZIP archive with ${count}`, name, items, close: archive.close });
  },
};
