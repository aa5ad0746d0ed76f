import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { backUp, inBackup, operatorClient } from '../support/backups.ts';
import { useDataDirectory } from '../support/data-directories.ts';
import { filesBelow } from '../support/files-below.ts';
import { admin, anna, basic } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { openDirectory } from '../support/repository.ts';
import { aFile, at, download, makeFile, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';

const given = useDataDirectory();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = (): string => join(folder, newName('backup'));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The file of a content in a data directory. */
function fileOf(text: string, data: string): string {
  const hash = hashOf(text);
  return join(dataPaths(data).content, hash.slice(0, 2), hash);
}

const textIn = async (copy: Client, node: WireNode): Promise<string> => (await download(copy, node)).toString('utf8');

let asAnna: Client;
let asAdmin: Client;
let operator: Client;

beforeEach(async () => {
  const { send } = await given.open();
  asAnna = createClient(send, () => basic(anna));
  asAdmin = createClient(send, () => basic(admin));
  operator = await operatorClient(send, given.path);
});

describe('a backup', () => {
  test('has all versions, texts of one’s own, the trash, the rights and the configuration, and nobody else can read it', async () => {
    const kept = await makeFile(asAnna, 'first text');
    await asAnna.uploadContent({ ...at(kept), versionComment: 'next', body: aFile('second text') });
    const gone = await makeFile(asAnna, 'in the trash');
    await asAnna.deleteNode(at(gone));
    await makeFolder(asAnna, { name: 'Mathe' });
    await writeFile(join(given.path, 'note of the operator.txt'), 'a file that we know nothing of');
    const target = newFolder();
    expect(await backUp(operator, target)).toMatchObject({ copied: 3, linked: 0, problems: 0 });

    await inBackup(target, async (copy) => {
      expect(await namesIn(copy, '-userhome-')).toEqual(expect.arrayContaining([kept.name, 'Mathe']));
      expect(await textIn(copy, kept)).toBe('second text');
      const { nodes } = await copy.searchArchive({ repository: '-home-', pattern: '*' });
      expect(nodes.map(({ name }) => name)).toEqual([gone.name]);
    });
    expect(await readFile(join(target, 'note of the operator.txt'), 'utf8')).toMatch(/nothing/);
    for (const file of await filesBelow(target)) {
      const { mode } = await stat(join(target, file));
      expect([file, mode & 0o077]).toEqual([file, 0]);
    }
  });

  test('has none of what belongs to the process or can be made again', async () => {
    await makeFile(asAnna, 'text');
    const target = newFolder();
    await backUp(operator, target);
    const files = await filesBelow(target);
    const before = files.filter((file) =>
      /^(?:index|previews|texts|run|lock|exports-tmp|operator\.token|unfinished)/.test(file),
    );
    expect(before).toEqual([]);
    expect(files).toContain('edu-repo.json');
  });

  test('shares with the previous one what has not changed, and neither needs the other', async () => {
    const old = await makeFile(asAnna, 'there before');
    const [first, second] = [newFolder(), newFolder()];
    await backUp(operator, first);
    const added = await makeFile(asAnna, 'new since');
    expect(await backUp(operator, second, first)).toMatchObject({ copied: 1, linked: 1, bytes: 9, problems: 0 });
    expect((await stat(fileOf('there before', second))).ino).toBe((await stat(fileOf('there before', first))).ino);
    await rm(first, { recursive: true });
    await inBackup(second, async (copy) => {
      expect(await textIn(copy, old)).toBe('there before');
      expect(await textIn(copy, added)).toBe('new since');
    });
  });

  test('copies anew what the previous one has in another size', async () => {
    const cut = await makeFile(asAnna, 'cut in the backup');
    const [first, second] = [newFolder(), newFolder()];
    await backUp(operator, first);
    await writeFile(fileOf('cut in the backup', first), 'cut');
    expect(await backUp(operator, second, first)).toMatchObject({ copied: 1, linked: 0, problems: 0 });
    await inBackup(second, async (copy) => expect(await textIn(copy, cut)).toBe('cut in the backup'));
  });

  test('takes from the previous one what the repository has lost or cut, if it is whole there, and counts it', async () => {
    const texts = ['lost here', 'cut here', 'lost here, damaged there', 'whole'];
    const files = await Promise.all(texts.map((text) => makeFile(asAnna, text)));
    const [first, second, third] = [newFolder(), newFolder(), newFolder()];
    await backUp(operator, first);
    await rm(fileOf('lost here', given.path));
    await writeFile(fileOf('cut here', given.path), 'cut');
    await rm(fileOf('lost here, damaged there', given.path));
    await writeFile(fileOf('lost here, damaged there', first), 'lost here, dAmaged there');
    expect(await backUp(operator, second, first)).toMatchObject({ copied: 2, linked: 1, problems: 3, lost: 1 });
    // What is lost is told each time.
    expect(await backUp(operator, third, second)).toMatchObject({ copied: 2, linked: 1, problems: 3, lost: 1 });
    await inBackup(third, async (copy) => {
      for (const at of [0, 1, 3]) expect(await textIn(copy, files[at] as WireNode)).toBe(texts[at]);
    });
  });

  test('is remembered, with its time, its last change and its problems', async () => {
    expect((await asAdmin.getStatus()).backup).toBeNull();
    await makeFile(asAnna, 'missing');
    await rm(fileOf('missing', given.path));
    const target = newFolder();
    const { commit } = await backUp(operator, target);
    const { backup } = await asAdmin.getStatus();
    expect(backup).toEqual({ folder: target, at: expect.any(String), commit, problems: 1 });
    expect(JSON.parse(await readFile(join(target, 'edu-repo.json'), 'utf8'))).toMatchObject({
      backup: { at: backup?.at, commit },
    });
    // The backup itself has none.
    const { send, close } = await openDirectory(target);
    expect(
      (
        await createClient(send, () => basic(admin))
          .getStatus()
          .finally(close)
      ).backup,
    ).toBeNull();
  });

  test('is complete without what is missing or damaged in the repository, and counts it', async () => {
    for (const text of ['whole', 'missing', 'damaged']) await makeFile(asAnna, text);
    await rm(fileOf('missing', given.path));
    await writeFile(fileOf('damaged', given.path), 'dAmaged');
    const target = newFolder();
    expect(await backUp(operator, target)).toMatchObject({ copied: 1, problems: 2, lost: 2 });
    expect((await filesBelow(dataPaths(target).content)).map((file) => basename(file))).toEqual([hashOf('whole')]);
  });

  test('continues where it stopped, keeps what was copied, and takes a new copy of the metadata', async () => {
    const first = await makeFile(asAnna, 'before the stop');
    const target = newFolder();
    await backUp(operator, target);
    // As if the process had died before the last step.
    await rm(join(target, 'edu-repo.json'));
    await writeFile(join(target, 'unfinished-backup.json'), JSON.stringify({ dataDirectory: given.path }));
    const second = await makeFile(asAnna, 'after the stop');
    expect(await backUp(operator, target)).toMatchObject({ copied: 1, problems: 0 });
    await inBackup(target, async (copy) => {
      expect(await textIn(copy, first)).toBe('before the stop');
      expect(await textIn(copy, second)).toBe('after the stop');
    });
  });

  test('that a full disk stopped at its beginning is continued', async () => {
    for (const name of ['unfinished-backup.json', 'unfinished-backup.json.new']) {
      const target = newFolder();
      await mkdir(target);
      await writeFile(join(target, name), '');
      expect(await backUp(operator, target)).toMatchObject({ next: null });
      expect(await filesBelow(target)).not.toContain(name);
    }
  });

  test('of another repository is not continued', async () => {
    const target = newFolder();
    await mkdir(join(target, 'content'), { recursive: true });
    const mark = join(target, 'unfinished-backup.json');
    await writeFile(mark, 'null');
    await expectRefused(operator.backUpRepository({ body: { folder: target } }), 409, /other files/);
    await writeFile(mark, JSON.stringify({ dataDirectory: '/srv/other' }));
    await expectRefused(
      operator.backUpRepository({ body: { folder: target } }),
      409,
      /unfinished backup of \/srv\/other/,
    );
  });

  test('that two ask for at once is made once', async () => {
    await makeFile(asAnna, 'text');
    const target = newFolder();
    const results = await Promise.allSettled([
      operator.backUpRepository({ body: { folder: target } }),
      operator.backUpRepository({ body: { folder: target } }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await inBackup(target, async (copy) => expect(await namesIn(copy, '-userhome-')).toHaveLength(1));
  });

  test('cannot be opened before it is complete', async () => {
    await makeFile(asAnna, 'text');
    const target = newFolder();
    await backUp(operator, target);
    await rm(join(target, 'edu-repo.json'));
    await writeFile(join(target, 'unfinished-backup.json'), '{}');
    await expect(openDirectory(target)).rejects.toThrow(/no repository/);
  });

  test('of a damaged metadata store is refused, because it would replace a whole one', async () => {
    await given.closeAll();
    await writeFile(given.paths.commitFile, '4711\n');
    const { send } = await given.open();
    const again = await operatorClient(send, given.path);
    const target = newFolder();
    await expectRefused(again.backUpRepository({ body: { folder: target } }), 503, /damaged/);
    await expect(stat(target)).rejects.toThrow('ENOENT');
  });

  test('that cannot be written ends with the reason, names its folder, and is continued later', async () => {
    await makeFile(asAnna, 'text');
    const target = newFolder();
    const inTheWay = join(dataPaths(target).content, hashOf('text').slice(0, 2));
    await mkdir(dataPaths(target).content, { recursive: true });
    await writeFile(join(target, 'unfinished-backup.json'), JSON.stringify({ dataDirectory: given.path }));
    await writeFile(inTheWay, 'no folder');
    const refused = operator.backUpRepository({ body: { folder: target } });
    await expect(refused).rejects.toThrow(
      new RegExp(`backup in ${target} could not be written: ENOTDIR.*it continues`),
    );
    await rm(inTheWay);
    expect(await backUp(operator, target)).toMatchObject({ copied: 1, problems: 0 });
  });
});
