import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anna } from '../support/people.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { at, makeNode, newName } from '../support/trees.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, dataDirectory } = withTemporaryRepository();

let west: ServedSchool;
let toWest: WayTo;

beforeAll(async () => {
  // The other repository is on this machine.
  const configuration = join(dataDirectory(), 'config.yaml');
  const text = await readFile(configuration, 'utf8');
  await writeFile(configuration, text.replace('# allowPrivate: false', 'allowPrivate: true'));
  west = await serveSchool('west');
  toWest = await openWayTo(west.url);
});

afterAll(async () => {
  await toWest?.close();
  await west?.close();
});

describe('connected repositories', () => {
  test('are added by one command, which shows both keys, and listed', async () => {
    const { own } = await west.admin.listConnectedRepositories();
    expect((await run(['repository', 'list'])).stderr).toContain('No repositories are connected');
    expect((await run(['repository', 'add', toWest.url, '--dry-run'])).stderr).toContain('Would connect');
    expect((await run(['repository', 'list', '-o', 'id'])).stdout).toBe('');

    const added = await run(['repository', 'add', toWest.url, '--host', '192.0.2.1']);
    expect(added.code, added.stderr).toBe(0);
    expect(added.stdout).toContain(own.fingerprint);
    expect(added.stdout).toMatch(/^allows +reading$/m);
    expect(added.stderr).toMatch(/The key of this repository \(local\): SHA256:/);
    expect((await run(['repository', 'add', toWest.url])).code).toBe(6);

    const listed = await run(['repositories', 'ls']);
    expect(listed.stdout).toMatch(/^west +School west +http:\S+ +reading +SHA256:/m);
    expect(await json<object>(['repository', 'list'])).toMatchObject({ repositories: [{ id: 'west', write: false }] });
  });

  test('are tested: the problem is shown, and the exit code is 8', async () => {
    const { code, stdout } = await run(['repository', 'test', 'west']);
    expect(code).toBe(8);
    expect(stdout).toMatch(/^same key +yes$/m);
    expect(stdout).toMatch(/^accepts calls +no$/m);
    expect(stdout).toMatch(/^problem .*local is not registered/m);
    expect((await run(['repository', 'test', 'east'])).code).toBe(3);
  });

  test('are searched with --everywhere, and those that are missing are named', async () => {
    const word = newName('quelle').replaceAll(/[^a-z]/g, '');
    expect((await run(['node', 'create', '/', `${word}.md`])).code).toBe(0);
    const found = await run(['search', word, '--everywhere']);
    expect(found.code, found.stderr).toBe(0);
    expect(found.stdout).toMatch(/^local /m);
    // West has not connected this repository.
    expect(found.stderr).toMatch(/Without the repository west: .*not registered/);
    expect((await run(['search', word, '--everywhere', '--in', '/'])).code).toBe(2);
  });

  test('are removed after a confirmation', async () => {
    expect((await run(['repository', 'remove', 'west'])).code).toBe(2);
    expect((await run(['repository', 'remove', 'west', '--yes', '--dry-run'])).stderr).toContain('Would disconnect');
    expect((await run(['repository', 'rm', 'west', '--yes'])).code).toBe(0);
    expect((await run(['repository', 'list', '-o', 'id'])).stdout).toBe('');
    expect((await run(['repository', 'remove', 'west', '--yes'])).code).toBe(3);
  });

  test('are not added from a wrong address', async () => {
    const wrong = await run(['repository', 'add', 'west.example.org']);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('must begin with http');
    toWest.behaviour = (_, response) => response.end('hello');
    expect((await run(['repository', 'add', toWest.url])).code).toBe(8);
    toWest.behaviour = 'passes';
  });

  test('hits of both sides are shown with their repository', async () => {
    const word = newName('bach').replaceAll(/[^a-z]/g, '');
    const node = await makeNode(west.anna, { type: 'ccm:io', properties: { 'cclom:title': `${word} west` } });
    const permissions = [{ authority: { authorityName: 'GROUP_EVERYONE' }, permissions: ['Consumer'] }];
    await west.anna.setPermissions({ ...at(node), body: { inherited: true, permissions } });
    const own = await serveSchool('east');
    try {
      await own.admin.addConnectedRepository({ body: { url: west.url } });
      await west.admin.addConnectedRepository({ body: { url: own.url } });
      const environment = { EDU_REPO_URL: own.url, EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: anna.password };
      const found = await run(['search', word, '--everywhere', '-o', 'csv'], { environment });
      expect(found.stdout).toMatch(/^repository,id,/);
      expect(found.stdout).toContain(`west,${node.ref.id}`);
    } finally {
      await own.close();
    }
  });
});
