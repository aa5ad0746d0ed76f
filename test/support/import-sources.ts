import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { onTestFinished } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { ImportItem, ItemContent } from '../../src/cli/import/item.ts';
import type { ImportSource, SourceInput, SourceKind, SourceOptions } from '../../src/cli/import/source.ts';

/** Texts or bytes by their path. */
export type FilesByPath = Readonly<Record<string, string | Buffer>>;

/** A folder that is deleted after the test. */
export async function importFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-import-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writtenFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(await importFolder(), name);
  await writeFile(path, content);
  return path;
}

/** A ZIP archive with these files. */
export async function zipFile(name: string, files: FilesByPath): Promise<string> {
  const path = join(await importFolder(), name);
  const zip = new ZipFile();
  for (const [entry, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), entry);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** A compressed TAR archive with these files, and then these entries without content. */
export async function tarFile(
  name: string,
  files: FilesByPath,
  others: readonly Partial<Header>[] = [],
): Promise<string> {
  const path = join(await importFolder(), name);
  const tar = pack();
  for (const [entry, content] of Object.entries(files)) tar.entry({ name: entry }, Buffer.from(content));
  for (const header of others) {
    if (header.type === undefined) tar.entry(header as Header, Buffer.alloc(0));
    else tar.entry(header as Header);
  }
  tar.finalize();
  await pipeline(tar, createGzip(), createWriteStream(path));
  return path;
}

/** What `import` hands to a kind of source. */
export async function inputAt(text: string): Promise<SourceInput> {
  if ((await stat(text)).isDirectory()) {
    return { text, kind: 'folder', path: text, beginning: Buffer.alloc(0), entries: async () => undefined };
  }
  const file = await open(text);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0).finally(() => file.close());
  const beginning = buffer.subarray(0, bytesRead);
  return {
    text,
    kind: 'file',
    path: text,
    beginning,
    entries: async () => (beginning.toString('latin1', 0, 2) === 'PK' ? namesIn(text) : undefined),
  };
}

async function namesIn(path: string): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: true });
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  } catch {
    return names.length === 0 ? undefined : names;
  }
  return names;
}

/** Opens a file as a kind of source; closes it after the test. */
export async function opened(kind: SourceKind, path: string, unpack?: boolean): Promise<ImportSource> {
  const options = { unpack, signal: new AbortController().signal } as SourceOptions;
  const source = await kind.open(await inputAt(path), options);
  onTestFinished(() => source.close());
  return source;
}

export async function itemsOf(source: ImportSource): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of source.items()) items.push(item);
  return items;
}

export async function bytesOf(content: ItemContent | undefined): Promise<string> {
  if (content === undefined) return '';
  if (content.kind === 'file') return (await readFile(content.path)).toString('latin1');
  const chunks: Buffer[] = [];
  for await (const chunk of await content.open()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The first spelling of each value by property. */
export const valuesOf = ({ fields }: ImportItem): Record<string, string[]> =>
  Object.fromEntries(fields.map(({ property, values }) => [property, values.map(([first = '']) => first)]));

/** The place of each item, with a slash after folders. */
export const placesOf = (items: readonly ImportItem[]): string[] =>
  items.map(({ folders, name, kind }) => [...folders, name].join('/') + (kind === 'folder' ? '/' : ''));
