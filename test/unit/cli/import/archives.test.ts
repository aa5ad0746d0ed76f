import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../../src/cli/import/archives/archive.ts';
import { openTar } from '../../../../src/cli/import/archives/tar-archive.ts';
import { openZip } from '../../../../src/cli/import/archives/zip-archive.ts';
import { bagitSource } from '../../../../src/cli/import/sources/bagit.ts';
import { zipSource } from '../../../../src/cli/import/sources/zip.ts';
import { zip } from '../../../support/archives.ts';
import {
  bytesOf,
  importFolder,
  inputAt,
  itemsOf,
  opened,
  placesOf,
  tarFile,
  writtenFile,
  zipFile,
} from '../../../support/import-sources.ts';

const text = Buffer.from('text');

const refusalOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: Error & { why?: string }) => error.why ?? error.message,
  );

describe('a ZIP archive', () => {
  test('becomes its folders and files, without what operating systems leave', async () => {
    const path = await zipFile('Material.zip', {
      'Brüche/a.txt': 'eins',
      'Brüche/.DS_Store': 'x',
      '__MACOSX/._a.txt': 'x',
      'b.txt': 'zwei',
      'Thumbs.db': 'x',
    });
    const source = await opened(zipSource, path);
    const items = await itemsOf(source);
    expect(source).toMatchObject({ understoodAs: 'a ZIP archive with 2 files', name: 'Material.zip', total: 2 });
    expect(placesOf(items)).toEqual(['Brüche/a.txt', 'b.txt']);
    expect(items[0]).toMatchObject({ where: 'Brüche/a.txt', content: { fileName: 'a.txt', size: 4 } });
    expect(await Promise.all(items.map(({ content }) => bytesOf(content)))).toEqual(['eins', 'zwei']);
  });

  test('stays one file if it is not to be unpacked', async () => {
    const path = await zipFile('Material.zip', { 'a.txt': 'eins' });
    expect(await itemsOf(await opened(zipSource, path, false))).toMatchObject([
      { name: 'Material.zip', content: { kind: 'file', path } },
    ]);
  });

  test('is not unpacked if it is a document', async () => {
    const recognises = async (path: string) => zipSource.recognises(await inputAt(path));
    expect(await recognises(await zipFile('a.docx', { '[Content_Types].xml': '', 'word/document.xml': '' }))).toBe(
      false,
    );
    expect(await recognises(await zipFile('a.odt', { mimetype: 'application/vnd.oasis.opendocument.text' }))).toBe(
      false,
    );
    expect(await recognises(await writtenFile('a.txt', 'PK is no archive'))).toBe(false);
    expect(await recognises(await zipFile('a.zip', { 'a.txt': '' }))).toBe(true);
  });

  test('names without a mark are UTF-8 if they can be, else in the encoding of old programs', async () => {
    const named = async (name: Buffer) => {
      const archive = zip([{ name: 'x'.repeat(name.length), content: text }]);
      const bytes = Buffer.from(
        archive.toString('latin1').replaceAll('x'.repeat(name.length), name.toString('latin1')),
        'latin1',
      );
      return [...(await openZip(await writtenFile('a.zip', bytes), 'a.zip')).files.keys()];
    };
    expect(await named(Buffer.from('Brüche.txt'))).toEqual(['Brüche.txt']);
    expect(await named(Buffer.from('Br\x81che.txt', 'latin1'))).toEqual(['Brüche.txt']);
  });

  const link = (archive: Buffer): Buffer => {
    const at = archive.indexOf('PK\x01\x02', 0, 'latin1');
    archive.writeUInt16LE(3 << 8, at + 4);
    archive.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    return archive;
  };
  const encrypted = (archive: Buffer): Buffer => {
    const at = archive.indexOf('PK\x01\x02', 0, 'latin1');
    archive.writeUInt16LE(1, at + 8);
    return archive;
  };

  test.each([
    ['leads out', zip([{ name: '../a.txt', content: text }]), '"../a.txt" in it leads out of the archive.'],
    [
      'leads out by the steps of Windows',
      zip([{ name: 'a\\..\\..\\b', content: text }]),
      '"a/../../b" in it leads out of the archive.',
    ],
    ['is absolute', zip([{ name: '/etc/x', content: text }]), '"/etc/x" in it leads out of the archive.'],
    ['is on a drive', zip([{ name: 'C:/x', content: text }]), '"C:/x" in it leads out of the archive.'],
    ['has a zero character', zip([{ name: 'a\0b', content: text }]), 'A name in it has a zero character.'],
    [
      'is there twice',
      zip([
        { name: 'a', content: text },
        { name: './a', content: text },
      ]),
      'It has two files with the name "a".',
    ],
    ['is a link', link(zip([{ name: 'a', content: text }])), '"a" in it is a link.'],
    ['is encrypted', encrypted(zip([{ name: 'a', content: text, packed: true }])), '"a" in it is encrypted.'],
    [
      'fills the disk',
      zip([{ name: 'a', content: text, packed: true, claimedSize: 4_000_000_000 }]),
      'It unpacks to more than 200 times its size, as archives do that fill disks.',
    ],
  ])('is refused if an entry %s', async (_case, archive, why) => {
    expect(await refusalOf(openZip(await writtenFile('a.zip', archive), 'a.zip'))).toBe(why);
  });

  test('is refused if it has too many entries or bytes, or is damaged', async () => {
    const path = await zipFile('a.zip', { a: '12345', b: '12345' });
    expect(await refusalOf(openZip(path, 'a.zip', { ...defaultLimits, entries: 1 }))).toBe(
      'It has more than 1 entries.',
    );
    expect(await refusalOf(openZip(path, 'a.zip', { ...defaultLimits, bytes: 9 }))).toMatch(/^It unpacks to more than/);
    const half = (await readFile(path)).subarray(0, 60);
    expect(await refusalOf(openZip(await writtenFile('half.zip', half), 'half.zip'))).toMatch(
      /^It is a damaged ZIP archive: /,
    );
  });

  test('a file with more bytes than it claims, or with others, fails alone', async () => {
    const bytes = zip([
      { name: 'liar', content: Buffer.alloc(5000), packed: true, claimedSize: 10 },
      { name: 'changed', content: Buffer.from('unique text') },
      { name: 'good', content: text },
    ]);
    bytes.write('U', bytes.indexOf('unique'));
    const archive = await openZip(await writtenFile('a.zip', bytes), 'a.zip');
    const read = async (name: string) =>
      bytesOf({ kind: 'stream', fileName: name, size: undefined, open: () => archive.open(name) });
    expect(await refusalOf(read('liar'))).toMatch(/too many bytes/);
    expect(await refusalOf(read('changed'))).toBe('"changed" is damaged in the archive: its checksum is wrong.');
    expect(await read('good')).toBe('text');
    await archive.close();
  });
});

describe('a compressed TAR archive', () => {
  const signal = new AbortController().signal;

  test('is refused if it unpacks to too much', async () => {
    const path = await tarFile('a.mbz', { a: Buffer.alloc(2_000_000) });
    expect(await refusalOf(openTar(path, 'a.mbz', signal, { ...defaultLimits, bytes: 1e6 }))).toBe(
      'It unpacks to more than 0.001 GB.',
    );
    expect(await refusalOf(openTar(path, 'a.mbz', signal, { ...defaultLimits, ratioFrom: 1e6 }))).toMatch(
      /^It unpacks to more than 200 times its size/,
    );
  });

  test('is refused if it ends in the middle', async () => {
    const path = await tarFile('a.mbz', { a: Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)) });
    const half = await writtenFile('half.mbz', (await readFile(path)).subarray(0, 200));
    expect(await refusalOf(openTar(half, 'half.mbz', signal))).toMatch(/^It is a damaged archive: /);
  });
});

const sums = {
  a: '87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7',
  b: '0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f',
};

describe('a BagIt bag', () => {
  const bag = {
    'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    'data/a.txt': 'a\n',
    'data/Ordner/b.txt': 'b\n',
    'manifest-sha256.txt': `${sums.a}  data/a.txt\n${sums.b}  data/Ordner/b.txt\n`,
  };

  test.each(['', 'mein-bag/'])('as a ZIP archive in "%s" has its payload', async (base) => {
    const path = await zipFile(
      'bag.zip',
      Object.fromEntries(Object.entries(bag).map(([name, content]) => [base + name, content])),
    );
    expect(await bagitSource.recognises(await inputAt(path))).toBe(true);
    const source = await opened(bagitSource, path);
    const items = await itemsOf(source);
    expect(source.understoodAs).toBe('a BagIt bag with 2 files, all checksums are right');
    expect(placesOf(items)).toEqual(['a.txt', 'Ordner/b.txt']);
    expect(items.flatMap(({ problems }) => problems)).toEqual([]);
    expect(await bytesOf(items[1]?.content)).toBe('b\n');
  });

  test('a changed, an additional and a missing file are errors of these files', async () => {
    const manifest = `${bag['manifest-sha256.txt']}${sums.a}  data/c.txt\n`;
    const path = await zipFile('bag.zip', {
      ...bag,
      'data/a.txt': 'b\n',
      'data/x.txt': 'x',
      'manifest-sha256.txt': manifest,
    });
    const items = await itemsOf(await opened(bagitSource, path));
    expect(items.map(({ where, problems }) => [where, problems[0]?.severity, problems[0]?.why])).toEqual([
      ['data/a.txt', 'error', 'Its checksum (sha256) is not that of the manifest: it was changed or damaged.'],
      ['data/Ordner/b.txt', undefined, undefined],
      ['data/x.txt', 'error', 'It is not in the manifest of the bag.'],
      ['data/c.txt', 'error', 'It is in the manifest of the bag, but not in the bag.'],
    ]);
  });

  test('is refused without a manifest, with a changed one, or with one that leads out', async () => {
    const { 'manifest-sha256.txt': _, ...without } = bag;
    const refusal = async (files: Record<string, string>) =>
      refusalOf(opened(bagitSource, await zipFile('bag.zip', files)));
    expect(await refusal(without)).toBe('It has no manifest with checksums (sha512, sha256, sha1, md5).');
    expect(await refusal({ ...bag, 'manifest-sha256.txt': `${sums.a}  data/../../x\n` })).toBe(
      'manifest-sha256.txt in it names "data/../../x", which is outside of the bag.',
    );
    expect(await refusal({ ...bag, 'tagmanifest-sha256.txt': `${sums.a}  manifest-sha256.txt\n` })).toBe(
      '"manifest-sha256.txt" in it does not have the checksum that the bag states.',
    );
    expect(await refusal({ ...bag, 'manifest-sha256.txt': 'nonsense' })).toBe(
      'manifest-sha256.txt in it cannot be read. "nonsense" is no checksum and path.',
    );
  });

  test('as a folder is refused with a link in it', async () => {
    const folder = await importFolder();
    await writeFile(join(folder, 'bagit.txt'), bag['bagit.txt']);
    await writeFile(join(folder, 'manifest-sha256.txt'), '');
    expect(await bagitSource.recognises(await inputAt(folder))).toBe(true);
    expect(await itemsOf(await opened(bagitSource, folder))).toEqual([]);
    await symlink('/etc/hostname', join(folder, 'link'));
    expect(await refusalOf(opened(bagitSource, folder))).toBe('"link" in it is a link.');
  });
});
