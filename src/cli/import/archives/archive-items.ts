import { alternativeName, joinedName, splitName } from '../../../base/alternative-name.ts';
import type { ImportItem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import { type Archive, contentFrom } from './archive.ts';

/** Files that operating systems and office programs leave beside those of people. */
const leftovers = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$[^/]*$|\._[^/]*$)/i;

/** The paths of the files that people packed. */
export const packedPaths = (archive: Archive): string[] =>
  [...archive.files.keys()].filter((path) => !leftovers.test(path));

/** A file of an archive, in the folders that it has there. */
export function fileItem(archive: Archive, path: string, parts: Partial<ImportItem> = {}): ImportItem {
  const steps = path.split('/');
  const name = steps.at(-1) ?? path;
  return itemWith({ where: path, folders: steps.slice(0, -1), name, content: contentFrom(archive, path), ...parts });
}

/** A text such as a title as the name of a node. */
export function nameFrom(text: string, extension = ''): string {
  const stem = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('/', '-')
    .trim();
  return joinedName(/^\.{0,2}$/.test(stem) ? 'untitled' : stem, extension);
}

/** The extension of a path with its dot; empty if it has none. */
export const extensionOf = (path: string): string => splitName(path.slice(path.lastIndexOf('/') + 1))[1];

/** Gives the items of a folder different names, as titles may repeat. */
export class DistinctNames {
  readonly #taken = new Set<string>();

  take(folders: readonly string[], name: string): string {
    let [free, number] = [name, 1];
    while (this.#taken.has(this.#place(folders, free))) {
      number += 1;
      free = alternativeName(name, number);
    }
    this.#taken.add(this.#place(folders, free));
    return free;
  }

  #place(folders: readonly string[], name: string): string {
    return [...folders, name].join('/').normalize('NFC').toLowerCase();
  }
}
