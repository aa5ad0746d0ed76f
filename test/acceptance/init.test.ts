import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { initialize } from '../../src/daemon/data-directory/initialize.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { failureOf, useDataDirectory } from '../support/data-directories.ts';
import { admin, basic } from '../support/people.ts';
import { openDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { at, makeFile, namesIn } from '../support/trees.ts';

const given = useDataDirectory();

const removeAll = async (...gone: readonly string[]): Promise<void> => {
  for (const path of gone) await rm(path, { recursive: true, force: true });
};

async function cutOff(path: string): Promise<void> {
  await rm(given.paths.marker);
  await truncate(path, 1);
}

describe('init', () => {
  test('fails with an error if the folder cannot be created', async () => {
    await expect(initialize({ dataDirectory: '/proc/nowhere/deep' })).rejects.toThrow(/\/proc\/nowhere/);
  });

  test('does not change a complete directory', async () => {
    const before = await readFile(given.paths.operatorToken, 'utf8');
    expect(await initialize({ dataDirectory: given.path, adminPassword: 'another' })).toEqual({ created: false });
    expect(await readFile(given.paths.operatorToken, 'utf8')).toBe(before);
    await given.expectWorking();
  });

  const cuts: readonly (readonly [string, () => Promise<void>])[] = [
    ['right before its end', async () => rm(given.paths.marker)],
    ['before the token was written', async () => removeAll(given.paths.marker, given.paths.operatorToken)],
    ['in the middle of the token', async () => cutOff(given.paths.operatorToken)],
    ['before the store was made', async () => removeAll(given.paths.marker, given.paths.store, given.paths.commitFile)],
    [
      'in the middle of making the store',
      async () => {
        await cutOff(join(given.paths.store, 'CURRENT'));
        await rm(given.paths.commitFile);
      },
    ],
    [
      'in the middle of the store, which lost its beginning',
      async () => {
        await removeAll(given.paths.marker, join(given.paths.store, 'CURRENT'));
      },
    ],
    [
      'at its very beginning',
      async () => {
        for (const name of await readdir(given.path)) await rm(join(given.path, name), { recursive: true });
      },
    ],
    [
      'by a power cut that left its run files',
      async () => {
        await rm(given.paths.marker);
        await writeFile(given.paths.owner, '{"pid":1}');
        await writeFile(given.paths.socket, '');
      },
    ],
  ];

  /** As `init` leaves it: nobody has used it yet. */
  const makeUnused = async (): Promise<void> => {
    await removeFolder(given.path);
    await initialize({ dataDirectory: given.path, adminPassword: admin.password });
  };

  test.each(cuts)('that was cut %s can be repeated, with the password of the repetition', async (_, cut) => {
    await makeUnused();
    await cut();
    const again = await initialize({ dataDirectory: given.path, adminPassword: 'of the repetition' });
    expect(again).toEqual({ created: true });
    const { send } = await given.open();
    const signIn = (password: string) => createClient(send, () => basic({ ...admin, password })).validateSession();
    expect(await signIn('of the repetition')).toMatchObject({ isValidLogin: true, isAdmin: true });
    expect(await signIn(admin.password)).toMatchObject({ isValidLogin: false });
  });

  test('keeps a changed config.yaml when it is repeated', async () => {
    await makeUnused();
    await rm(given.paths.marker);
    await writeFile(given.paths.config, 'repository:\n  id: gymnasium\n');
    await initialize({ dataDirectory: given.path, adminPassword: admin.password });
    const { send } = await given.open();
    const client = createClient(send, () => basic(admin));
    const { node } = await client.getNode({ ...at('-userhome-'), repository: 'gymnasium' });
    expect(node.ref.repo).toBe('gymnasium');
  });

  test('that did not complete leaves nothing that could be opened', async () => {
    await rm(given.paths.marker);
    await failureOf(given.open());
  });

  test('does not treat a repository with data as an interrupted init', async () => {
    const file = await given.asAnna((anna) => makeFile(anna, 'precious'));
    const marker = await readFile(given.paths.marker);
    await rm(given.paths.marker);
    const failure = await failureOf(initialize({ dataDirectory: given.path, adminPassword: 'x' }));
    expect(failure.message).toContain(given.path);
    await writeFile(given.paths.marker, marker);
    expect(await given.asAnna((anna) => namesIn(anna, '-userhome-'))).toEqual([file.name]);
  });

  test('refuses a folder with other files in it', async () => {
    const folder = await temporaryFolder();
    try {
      await writeFile(join(folder, 'Noten.ods'), 'mine');
      const failure = await failureOf(initialize({ dataDirectory: folder, adminPassword: 'x' }));
      expect(failure.message).toMatch(/not empty.*Noten\.ods/);
      expect(failure).toMatchObject({ advice: expect.stringMatching(/empty folder/) });
      expect(await readdir(folder)).toEqual(['Noten.ods']);
    } finally {
      await removeFolder(folder);
    }
  });

  test('refuses a file', async () => {
    const file = join(given.path, 'a file');
    await writeFile(file, 'mine');
    await failureOf(initialize({ dataDirectory: file, adminPassword: 'x' }));
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});

describe('the first start', () => {
  const startIn = async (folder: string): Promise<RunningServer> => given.track(serveDirectory(folder));
  let folder: string;

  beforeEach(async () => {
    folder = join(await temporaryFolder(), 'new', 'data');
  });
  afterEach(async () => {
    await given.closeAll();
    await removeFolder(join(folder, '..', '..'));
  });

  const isAdmin = async (password: string): Promise<boolean> => {
    await given.closeAll();
    const { send } = await given.track(openDirectory(folder));
    return (await createClient(send, () => basic({ userName: 'admin', password })).validateSession()).isAdmin;
  };

  test('takes the password of the administrator from EDU_REPO_ADMIN_PASSWORD', async () => {
    process.env['EDU_REPO_ADMIN_PASSWORD'] = 'Aus der Umgebung: ä';
    try {
      expect((await startIn(folder)).generatedPassword).toBeUndefined();
      expect(await isAdmin('Aus der Umgebung: ä')).toBe(true);
      process.env['EDU_REPO_ADMIN_PASSWORD'] = 'later';
      await given.closeAll();
      expect((await startIn(folder)).generatedPassword).toBeUndefined();
      expect(await isAdmin('later')).toBe(false);
    } finally {
      delete process.env['EDU_REPO_ADMIN_PASSWORD'];
    }
  });

  test('makes a random one where none is given, and tells it once', async () => {
    const { generatedPassword = '' } = await startIn(folder);
    expect(generatedPassword).toMatch(/^[a-z2-9-]{20,}$/);
    expect(await isAdmin(generatedPassword)).toBe(true);
    await given.closeAll();
    expect((await startIn(folder)).generatedPassword).toBeUndefined();
    await given.closeAll();
    const texts = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of texts.filter((entry) => entry.isFile())) {
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(generatedPassword);
    }
  });

  test('copies config.yaml with every key commented out', async () => {
    await startIn(folder);
    const text = await readFile(dataPaths(folder).config, 'utf8');
    for (const key of ['port', 'contextPath', 'publicUrl', 'idleTimeout', 'pageSize', 'jsonBody', 'upload']) {
      expect(text).toMatch(new RegExp(`^ +# +${key}: |^ +# ${key}: `, 'm'));
    }
  });
});
