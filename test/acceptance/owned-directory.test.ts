import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findDaemon, readOperatorToken } from '../../src/daemon/data-directory/data-directory.ts';
import { useDataDirectory } from '../support/data-directories.ts';
import { makeFile } from '../support/trees.ts';

const given = useDataDirectory();

const program = fileURLToPath(new URL('fixture/serve-directory.ts', import.meta.url));

/** Another process that tries to serve the directory; what it said on its one line. */
async function otherProcess(): Promise<Record<string, unknown>> {
  const { stdout } = await execa(process.execPath, ['--import', 'tsx', program, given.path], { input: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a directory that a process owns', () => {
  test('is refused to any other process with the process ID of the owner', async () => {
    await given.serve();
    for (let count = 0; count < 2; count += 1) {
      const refusal = await otherProcess();
      expect(refusal).toMatchObject({ name: 'LockedError', pid: process.pid });
      expect(refusal['message']).toContain(given.path);
      expect(refusal['message']).toContain(String(process.pid));
    }
    await given.closeAll();
    expect(await otherProcess()).toHaveProperty('url');
    await given.expectWorking();
  });

  test('is refused even if somebody has deleted the folder with the lock', async () => {
    await given.serve();
    await rm(given.paths.lock, { recursive: true });
    expect(await otherProcess()).toMatchObject({ name: 'LockedError' });
  });

  test.each(['x', ''])('gets a new token of the operator where it is damaged: «%s»', async (damaged) => {
    await writeFile(given.paths.operatorToken, damaged, { mode: 0o600 });
    await given.serve();
    expect(await readOperatorToken(given.path)).toMatch(/^[\w-]{43}$/);
  });

  test('is refused while it is open in-process, too', async () => {
    await given.open();
    expect(await otherProcess()).toMatchObject({ name: 'LockedError', pid: process.pid });
  });

  test.each([0o644, 0o640, 0o620, 0o604])(
    'is refused where others have a right to the token of the operator (mode %d), and opened once they have none',
    async (mode) => {
      await chmod(given.paths.operatorToken, mode);
      const refusal = { name: 'DataDirectoryError', message: expect.stringContaining(`has mode 0${mode.toString(8)}`) };
      await expect(given.serve()).rejects.toMatchObject({ ...refusal, advice: expect.stringMatching(/^chmod 600 \//) });
      await expect(given.open()).rejects.toMatchObject(refusal);
      await expect(readOperatorToken(given.path)).rejects.toMatchObject(refusal);
      await chmod(given.paths.operatorToken, 0o600);
      await given.expectWorking();
    },
  );

  test('is available again after its owner was killed', async () => {
    const owner = execa(process.execPath, ['--import', 'tsx', program, given.path], { reject: false });
    for await (const line of owner) {
      expect(JSON.parse(String(line))).toHaveProperty('url');
      owner.kill('SIGKILL');
    }
    await owner;
    expect((await readdir(given.paths.run)).sort()).toEqual(['daemon.json', 'daemon.sock', 'owner.json']);
    const server = await given.serve();
    const daemon = JSON.parse(await readFile(given.paths.daemon, 'utf8')) as unknown;
    const folder = expect.stringMatching(/^\d+:\d+$/);
    expect(daemon).toEqual({ pid: process.pid, url: server.url, socket: given.paths.socket, folder });
  });

  test('has a server that commands for a copy of the directory do not find', async () => {
    const server = await given.serve();
    expect(await findDaemon(given.path)).toMatchObject({ url: server.url });
    const copy = `${given.path}-copy`;
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    // A socket cannot be copied, but its path is in daemon.json.
    await cp(given.paths.run, join(copy, 'run'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect(await findDaemon(copy)).toBeUndefined();
  });
});

describe('what a process leaves behind when it ends well', () => {
  test('is nothing in run, and a directory that opens again with all that was in it', async () => {
    const server = await given.serve();
    expect((await stat(given.paths.socket)).isSocket()).toBe(true);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/edu-sharing\/rest$/);
    await given.closeAll();
    expect(await readdir(given.paths.run)).toEqual([]);
    await given.expectWorking();
  });

  test('is open to nobody else: folders 0700, files 0600, the socket 0600', async () => {
    await given.serve();
    expect((await stat(given.paths.socket)).mode & 0o777).toBe(0o600);
    await given.closeAll();
    await given.asAnna(async (anna) => {
      await makeFile(anna, 'a word');
      await anna.searchNodes({ repository: '-home-', query: 'word' });
    });
    const entries = await readdir(given.path, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const mode = ((await stat(path)).mode & 0o777).toString(8);
        const wanted = entry.isDirectory() ? '700' : '600';
        return mode === wanted ? [] : [`${path.slice(given.path.length + 1)} ${mode}`];
      }),
    );
    expect(modes.flat()).toEqual([]);
    expect((await stat(given.path)).mode & 0o777).toBe(0o700);
  });
});
