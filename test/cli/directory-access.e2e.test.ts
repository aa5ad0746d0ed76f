import { existsSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, type TestContext, test } from 'vitest';
import { skipWithout } from '../support/skip-policy.ts';
import { environment, home, lineOf, program, start, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

/** The account without rights that every Linux has. */
const nobody = 65_534;

function requireRoot(context: Pick<TestContext, 'skip'>): void {
  if (process.getuid?.() !== 0) skipWithout(context, 'root; only root can start a process as another user');
}

async function everythingIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return [folder, ...names.map((name) => `${folder}/${name}`)];
}

async function giveTo(uid: number, folder: string): Promise<void> {
  for (const path of await everythingIn(folder)) await chown(path, uid, uid);
}

/** Paths with owner and mode. */
const ownersIn = async (folder: string): Promise<string[]> =>
  Promise.all(
    (await everythingIn(folder)).map(async (path) => {
      const { uid, mode } = await lstat(path);
      return `${path} ${uid} ${mode}`;
    }),
  );

async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o001) !== 0 && (path === dirname(path) || isOpenToOthers(dirname(path)));
}

let reachable: Promise<string> | undefined;

/** The program where other users can read it: a copy of it, if the checkout lies in a folder that is closed to them. */
async function findReachable(): Promise<string> {
  const checkout = dirname(dirname(program));
  if (await isOpenToOthers(checkout)) return program;
  for (const name of ['bin', 'dist', 'data-template', 'node_modules', 'package.json']) {
    await cp(join(checkout, name), home('program', name), { recursive: true, verbatimSymlinks: true });
  }
  return home('program', 'bin', basename(program));
}

async function startAsNobody(words: readonly string[]) {
  reachable ??= findReachable();
  return execa(process.execPath, [await reachable, ...words], {
    env: environment(),
    cwd: '/',
    uid: nobody,
    gid: nobody,
    reject: false,
    stdin: 'ignore',
  });
}

/** A repository of its own, for a test that takes rights away. */
async function repositoryAt(name: string): Promise<string> {
  const data = home(name);
  const { exitCode, stderr } = await start(['init', '--data', data]);
  if (exitCode !== 0) throw new Error(stderr);
  return data;
}

/** Lets other users come as far as the data directory. */
async function openWay(): Promise<void> {
  await chmod(home(), 0o755);
  await chmod(dirname(home()), 0o755);
}

const threeLines = (stderr: string): void => {
  expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  expect(stderr).not.toMatch(/missing or damaged|restore a backup|^\s+at /im);
};

describe('root, and a directory of another user', () => {
  test('is refused by every command, which names the owner, and nothing is changed', async (context) => {
    requireRoot(context);
    const data = await repositoryAt('of nobody');
    await giveTo(nobody, data);
    const before = await ownersIn(data);
    for (const words of [['init'], ['serve', '--port', '0'], ['ls', '/'], ['status'], ['node', 'create', '/', 'x']]) {
      const { exitCode, stderr } = await start([...words, '--data', data]);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('belongs to the user nobody');
      expect(stderr).toContain("sudo -u 'nobody' edu-repo");
      threeLines(stderr);
    }
    expect(await ownersIn(data)).toEqual(before);
    const empty = home('empty, of nobody');
    await mkdir(empty);
    await giveTo(nobody, empty);
    expect((await start(['init', '--data', empty])).stderr).toContain('belongs to the user nobody');
    expect(await readdir(empty)).toEqual([]);
  });
});

describe('a user without the right', () => {
  test('hears whose the directory is', async (context) => {
    requireRoot(context);
    const data = await repositoryAt('of root');
    await openWay();
    for (const words of [['init'], ['serve', '--port', '0'], ['ls', '/'], ['status']]) {
      const { exitCode, stderr } = await startAsNobody([...words, '--data', data]);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('belongs to the user root, and this command runs as nobody');
      expect(stderr).toContain("sudo -u 'root'");
      threeLines(stderr);
    }
  });

  test('hears in which folder a new directory cannot be created, and how to create it', async (context) => {
    requireRoot(context);
    await openWay();
    await mkdir(home('of root only'), { mode: 0o755 });
    const data = home('of root only', 'schule', 'repo');
    const { exitCode, stderr } = await startAsNobody(['init', '--data', data]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`runs as nobody, may not create it in ${home('of root only')}.`);
    expect(stderr).toContain(`sudo install -d -m 700 -o "$USER" ${data}`);
    threeLines(stderr);
  });

  test('hears which file of their own is closed to them', async (context) => {
    requireRoot(context);
    const data = await repositoryAt('closed in part');
    await openWay();
    await giveTo(nobody, data);
    await chown(`${data}/store`, 0, 0);
    for (const words of [
      ['serve', '--port', '0'],
      ['ls', '/'],
    ]) {
      const { exitCode, stderr } = await startAsNobody([...words, '--data', data]);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/denies access to .*\/store/);
      expect(stderr).toContain('chown -R');
      threeLines(stderr);
    }
  });
});

describe('a process that may open few files', () => {
  test.each([64, 128])('%i is told the limit and what to do', async (limit) => {
    const data = await repositoryAt(`few files, ${limit}`);
    const script = `ulimit -n ${limit}; exec "$0" "$@"`;
    const { exitCode, stderr } = await execa(
      'sh',
      ['-c', script, process.execPath, program, 'serve', '--port', '0', '--data', data],
      {
        env: environment(),
        reject: false,
        stdin: 'ignore',
        timeout: 120_000,
      },
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`limit of open files (${limit})`);
    expect(stderr).toContain('ulimit -n 1024');
    threeLines(stderr);
  });

  test('makes no repository, whose password would be lost', async () => {
    const data = home('few files, nothing yet');
    const script = 'ulimit -n 128; exec "$0" "$@"';
    const words = ['-c', script, process.execPath, program, 'serve', '--port', '0', '--data', data];
    const { exitCode, stderr } = await execa('sh', words, { env: environment(), reject: false, stdin: 'ignore' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('limit of open files (128)');
    expect(existsSync(data)).toBe(false);
  });
});

describe('a directory without a repository', () => {
  test('is told first of all by serve, which makes one', async () => {
    const data = home('moved away');
    const daemon = start(['serve', '--port', '0', '--data', data], { env: { EDU_REPO_ADMIN_PASSWORD: '' } });
    await lineOf(daemon.stdout, /^ready/);
    daemon.kill('SIGTERM');
    const { stderr } = await daemon;
    const [first, second] = stderr.split('\n');
    expect(first).toBe(`There was no repository in ${data}: created a new one.`);
    expect(second).toContain('shown only once');
    const again = start(['serve', '--port', '0', '--data', data]);
    await lineOf(again.stdout, /^ready/);
    again.kill('SIGTERM');
    expect((await again).stderr).not.toContain('created a new one');
  });

  test('makes every other command fail with the command that makes one, and nothing is made', async () => {
    const data = home('none', 'deep');
    const empty = home('empty');
    await mkdir(empty);
    for (const folder of [data, empty]) {
      for (const words of [
        ['ls', '/'],
        ['status'],
        ['whoami'],
        ['trash', 'empty', '--yes'],
        ['user', 'list'],
        ['mds', 'list'],
      ]) {
        const { exitCode, stderr } = await start([...words, '--data', folder]);
        expect(exitCode).toBe(1);
        expect(stderr).toContain(`There is no repository at ${folder}.`);
        expect(stderr).toContain('To create one: edu-repo init');
      }
    }
    await expect(stat(home('none'))).rejects.toThrow('ENOENT');
    expect(await readdir(empty)).toEqual([]);
  });

  test('has no loss to accept, and none is made for that', async () => {
    const data = home('nothing');
    const { exitCode, stderr } = await start(['serve', '--accept-loss', '--port', '0', '--data', data]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`There is no repository in ${data}.`);
    await expect(stat(data)).rejects.toThrow('ENOENT');
  });
});
