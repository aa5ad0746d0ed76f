import { type Archive, contentFrom } from '../archives/archive.ts';
import { DistinctNames, extensionOf, fileItem, nameFrom, packedPaths } from '../archives/archive-items.ts';
import { textField } from '../fields.ts';
import type { ImportItem, ItemField, ItemProblem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import type { LomRecord } from '../lom/lom-record.ts';
import type { Manifest, Part } from './manifest.ts';

/** Schemas of the format, which packages have beside their manifest. */
const schemas = /^[^/]*\.(?:xsd|dtd)$/i;

/** What a LOM record says, with another title. */
function fieldsOf(lom: LomRecord | undefined, title: string, property: string): ItemField[] {
  const others = lom?.fields.filter((field) => field.property !== 'cclom:title') ?? [];
  return [...textField(property, 'title', [title]), ...others];
}

/**
 * A package as a folder: the folders and files of its organization with their titles, and then the other files in the folders
 * that they have in the package.
 */
export function unpackedItems(
  archive: Archive,
  manifest: Manifest,
  title: string,
  problems: ItemProblem[],
): ImportItem[] {
  return new Unpacking(archive, manifest).items(nameFrom(title), title, problems);
}

class Unpacking {
  readonly #archive: Archive;
  readonly #manifest: Manifest;
  readonly #names = new DistinctNames();
  readonly #items: ImportItem[] = [];
  readonly #used: Set<string>;

  constructor(archive: Archive, manifest: Manifest) {
    this.#archive = archive;
    this.#manifest = manifest;
    this.#used = new Set(manifest.descriptions);
  }

  items(name: string, title: string, problems: ItemProblem[]): ImportItem[] {
    const fields = fieldsOf(this.#manifest.lom, title, 'cm:title');
    this.#items.push(itemWith({ where: name, key: this.#key(''), kind: 'folder', name, fields, problems }));
    for (const part of this.#manifest.parts) this.#addPart(part, [name]);
    const others = packedPaths(this.#archive).filter((path) => !this.#used.has(path) && !schemas.test(path));
    for (const path of others) {
      const item = fileItem(this.#archive, path, { key: this.#key(`file ${path}`) });
      const folders = [name, ...item.folders];
      this.#items.push({ ...item, folders, name: this.#names.take(folders, item.name ?? path) });
    }
    return this.#items;
  }

  /** The key within the package; undefined if the package has no identifier. */
  #key(identifier: string): string | undefined {
    const { identifier: own } = this.#manifest;
    return own === undefined ? undefined : `${own}/${identifier}`.replace(/\/$/, '');
  }

  #addPart(part: Part, folders: readonly string[]): void {
    if (part.parts.length === 0) {
      this.#addResource(part, folders);
      return;
    }
    const name = this.#names.take(folders, nameFrom(part.title));
    const where = [...folders, name].slice(1).join('/');
    const key = this.#key(`folder ${part.identifier}`);
    this.#items.push(
      itemWith({ where, key, folders, kind: 'folder', name, fields: fieldsOf(part.lom, part.title, 'cm:title') }),
    );
    this.#addResource(part, [...folders, name]);
    for (const below of part.parts) this.#addPart(below, [...folders, name]);
  }

  #addResource({ identifier, title: written, resource, lom }: Part, folders: readonly string[]): void {
    const { path, link } = resource ?? {};
    if (path === undefined && link === undefined) return;
    const title = written === '' ? (resource?.lom?.title ?? '') : written;
    const extension = path === undefined ? '' : extensionOf(path);
    const name = this.#names.take(
      folders,
      nameFrom(
        title === '' ? (path?.slice(path.lastIndexOf('/') + 1, path.length - extension.length) ?? link ?? '') : title,
        extension,
      ),
    );
    const fields = [
      ...fieldsOf(lom ?? resource?.lom, title, 'cclom:title'),
      ...textField('ccm:wwwurl', 'href', [link]),
    ];
    const key = this.#key(`item ${identifier}`);
    const content = path === undefined ? undefined : contentFrom(this.#archive, path, name);
    this.#items.push(
      itemWith({ where: path ?? [...folders, name].slice(1).join('/'), key, folders, name, fields, content }),
    );
    if (path !== undefined) this.#used.add(path);
  }
}
