import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../support/people.ts';
import { removeFolder } from '../support/repository.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { newName } from '../support/trees.ts';
import { makeTree } from './local-tree.ts';
import { type Run, run } from './run-line.ts';

/** Two remotes, of which the second is reached on a way that can break. */
let first: ServedSchool;
let second: ServedSchool;
let way: WayTo;
let local = '';
let environment: NodeJS.ProcessEnv = {};
let name = '';

const here = (...words: string[]): Promise<Run> => run(words, { environment });

beforeAll(async () => {
  [first, second] = await Promise.all([serveSchool('eins'), serveSchool('zwei')]);
  way = await openWayTo(second.url);
  local = await mkdtemp(join(tmpdir(), 'cli-'));
  const config = join(local, 'config.yaml');
  await writeFile(config, `remotes:\n  eins:\n    url: ${first.url}\n  zwei:\n    url: ${way.url}\n`);
  environment = {
    ...{ EDU_REPO_CONFIG: config, XDG_STATE_HOME: join(local, 'state') },
    ...{ EDU_REPO_USER: admin.userName, EDU_REPO_PASSWORD: admin.password },
  };
});

afterAll(async () => {
  await way?.close();
  await first?.close();
  await second?.close();
  await removeFolder(local);
});

beforeEach(async () => {
  way.behaviour = 'passes';
  name = newName('c');
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`Teil ${at % 3}/${at}.txt`, `Text ${at}`]));
  await makeTree(join(local, name), { ...files, 'groß.txt': Buffer.alloc(2_000_000, 'x') });
  expect((await here('import', join(local, name), `eins:/${name}`)).code).toBe(0);
});

async function treeAt(remote: string): Promise<string> {
  const { code, stdout, stderr } = await here('tree', `${remote}:/${name}`);
  expect(code, stderr).toBe(0);
  return stdout.replace(`${remote}:`, '');
}

describe('cp and mv between two remotes', () => {
  test('copy a folder with its metadata, and a second run changes nothing', async () => {
    await here('node', 'update', `eins:/${name}/Teil 0/0.txt`, '--property', 'cclom:title=Titel');
    expect((await here('cp', '-r', `eins:/${name}`, 'zwei:/')).stderr).toContain('35 created');
    expect(await treeAt('zwei')).toBe(await treeAt('eins'));
    expect((await here('node', 'get', `zwei:/${name}/Teil 0/0.txt`)).stdout).toContain('Titel');
    const again = await here('cp', '-r', `eins:/${name}`, 'zwei:/');
    expect(again.stderr).toContain('already there');
    expect(again.stderr).not.toContain('created');
  });

  test('a server that stops in the middle ends it with a message, and the next run completes the copy', async () => {
    const broken = await openWayTo(second.url);
    broken.behaviour = 'passes';
    const watched = setInterval(() => {
      if (broken.requests.length > 12) broken.behaviour = (request) => request.socket.destroy();
    }, 1);
    await here('remote', 'add', 'kaputt', broken.url, '--no-test');
    const stopped = await here('cp', '-r', `eins:/${name}`, 'kaputt:/', '--timeout', '5s');
    clearInterval(watched);
    await broken.close();
    expect(stopped.code).toBe(8);
    expect(stopped.stderr).not.toContain('bug');
    expect((await here('cp', '-r', `eins:/${name}`, 'zwei:/')).code).toBe(0);
    expect(await treeAt('zwei')).toBe(await treeAt('eins'));
  });

  test('mv moves the original to the trash only after a complete copy', async () => {
    await second.admin.createNode({
      ...{ repository: '-home-', node: '-companyhome-', type: 'ccm:io' },
      body: { 'cm:name': [name] },
    });
    // A file is in the way of the folder.
    const refused = await here('mv', `eins:/${name}`, `zwei:/${name}`);
    expect(refused.code).not.toBe(0);
    expect(await treeAt('eins')).toContain('groß.txt');
    await here('rm', '-y', `zwei:/${name}`);
    expect((await here('mv', `eins:/${name}`, `zwei:/${name}`)).code).toBe(0);
    expect(await treeAt('zwei')).toContain('groß.txt');
    expect((await here('ls', `eins:/${name}`)).code).toBe(3);
    expect((await here('trash', 'list', '--remote', 'eins')).stdout).toContain(name);
  });

  test('folders need -r, and sources in two repositories are refused', async () => {
    expect(await here('cp', `eins:/${name}`, 'zwei:/')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-r'),
    });
    expect(await here('rm', `eins:/${name}`, 'zwei:/x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('several repositories: eins, zwei'),
    });
  });
});
