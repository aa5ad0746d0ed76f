import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Archive, documentBytes, refused, unreadable } from '../archives/archive.ts';
import { fileItem, packedPaths } from '../archives/archive-items.ts';
import { openFolder } from '../archives/folder-archive.ts';
import { openZip } from '../archives/zip-archive.ts';
import type { ImportItem, ItemProblem } from '../item.ts';
import { inputName, itemWith, listedSource } from '../listed-source.ts';
import type { SourceInput, SourceKind } from '../source.ts';

const declaration = /^(?:[^/]+\/)?bagit\.txt$/;
/** The algorithms of manifests, the strongest first. */
const algorithms = ['sha512', 'sha256', 'sha1', 'md5'];

const again = 'Copy or download the bag again.';

/** The checksums by path. The path in a line has its line breaks and percent signs encoded (RFC 8493, section 2.1.3). */
async function manifestAt(archive: Archive, path: string, input: string): Promise<Map<string, string>> {
  const text =
    (await documentBytes(archive, path).catch((error) => Promise.reject(unreadable(input, path, error)))) ?? '';
  const lines = text
    .toString('utf8')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{32,128})\s+\*?(.+)$/i.exec(line) ?? [];
      if (sum === undefined || name === undefined)
        throw unreadable(input, path, new Error(`"${line.slice(0, 80)}" is no checksum and path.`));
      const decoded = name.replace(/%(0D|0A|25)/gi, (code) => decodeURIComponent(code)).replace(/^\.\//, '');
      if (decoded.startsWith('/') || decoded.split('/').includes('..'))
        throw refused(input, `${path} in it names "${decoded}", which is outside of the bag.`, again);
      return [decoded.normalize('NFC'), sum.toLowerCase()] as const;
    }),
  );
}

async function checksumOf(archive: Archive, path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(await archive.open(path), hash);
  return hash.digest('hex');
}

const strongest = (archive: Archive, base: string, kind: string): string | undefined =>
  algorithms.find((algorithm) => archive.files.has(`${base}${kind}-${algorithm}.txt`));

/** Why a file of the bag is not what the manifest says; undefined if it is. */
async function problemOf(
  archive: Archive,
  path: string,
  algorithm: string,
  expected: string | undefined,
): Promise<ItemProblem | undefined> {
  if (expected === undefined) return { severity: 'error', why: 'It is not in the manifest of the bag.', next: again };
  const sum = await checksumOf(archive, path, algorithm).catch((error: Error) => error.message);
  if (sum === expected) return undefined;
  return {
    severity: 'error',
    why: `Its checksum (${algorithm}) is not that of the manifest: it was changed or damaged.`,
    next: again,
  };
}

/** Checks all files before any is imported. */
async function checkedItems(archive: Archive, base: string, input: string): Promise<ImportItem[]> {
  const algorithm = strongest(archive, base, 'manifest');
  if (algorithm === undefined)
    throw refused(input, `It has no manifest with checksums (${algorithms.join(', ')}).`, again);
  await checkTags(archive, base, input);
  const manifest = await manifestAt(archive, `${base}manifest-${algorithm}.txt`, input);
  const items: ImportItem[] = [];
  const data = `${base}data/`;
  for (const path of packedPaths(archive).filter((name) => name.startsWith(data))) {
    const listed = path.slice(base.length).normalize('NFC');
    const problem = await problemOf(archive, path, algorithm, manifest.get(listed));
    manifest.delete(listed);
    const folders = path.slice(data.length).split('/').slice(0, -1);
    items.push(
      fileItem(archive, path, {
        where: path.slice(base.length),
        folders,
        problems: problem === undefined ? [] : [problem],
      }),
    );
  }
  for (const path of manifest.keys()) {
    items.push(
      itemWith({
        where: path,
        name: path.slice(path.lastIndexOf('/') + 1),
        folders: path.split('/').slice(1, -1),
        problems: [{ severity: 'error', why: 'It is in the manifest of the bag, but not in the bag.', next: again }],
      }),
    );
  }
  return items;
}

/** The manifests themselves have checksums too. */
async function checkTags(archive: Archive, base: string, input: string): Promise<void> {
  const algorithm = strongest(archive, base, 'tagmanifest');
  if (algorithm === undefined) return;
  for (const [path, expected] of await manifestAt(archive, `${base}tagmanifest-${algorithm}.txt`, input)) {
    const isThere = archive.files.has(base + path);
    if (!isThere) throw refused(input, `"${path}" is missing in it.`, again);
    if ((await checksumOf(archive, base + path, algorithm)) !== expected)
      throw refused(input, `"${path}" in it does not have the checksum that the bag states.`, again);
  }
}

const isFolder = ({ kind, text }: SourceInput): boolean => kind === 'folder' && existsSync(join(text, 'bagit.txt'));

/** A bag of BagIt (RFC 8493), as a folder or a ZIP archive. */
export const bagitSource: SourceKind = {
  name: 'bagit',
  title: 'BagIt bag (folder or ZIP)',
  async recognises(input) {
    return isFolder(input) || (await input.entries())?.some((name) => declaration.test(name)) === true;
  },
  async open(input) {
    const archive = await (input.kind === 'folder' ? openFolder : openZip)(input.path, input.text);
    try {
      const tag = [...archive.files.keys()].find((name) => declaration.test(name));
      if (tag === undefined)
        throw refused(input.text, 'It has no file "bagit.txt".', 'For other archives, leave out --kind.');
      const items = await checkedItems(archive, tag.slice(0, -'bagit.txt'.length), input.text);
      const wrong = items.filter(({ problems }) => problems.length > 0).length;
      const state = wrong === 0 ? 'all checksums are right' : `${wrong} wrong`;
      return listedSource({
        understoodAs: `a BagIt bag with ${items.length} files, ${state}`,
        name: inputName(input),
        items,
        close: archive.close,
      });
    } catch (error) {
      await archive.close();
      throw error;
    }
  },
};
