import { createHash, randomInt } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { operatorHeaders } from '../support/backups.ts';
import { filesBelow } from '../support/files-below.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

const at = (name: string): string => join(repository.folder(), name);

/** The hash of each file in a folder. */
async function pictureOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await filesBelow(folder)).toSorted();
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)])));
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Node {
  readonly name: string;
  readonly ref: { readonly id: string };
}

/** Calls a server as its operator. */
function callerOf(url: string, headers: Readonly<Record<string, string>>) {
  return async <T>({ method = 'GET', path, body }: Call): Promise<T> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.anything()]);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

type Ask = ReturnType<typeof callerOf>;

const home = '/node/v1/nodes/-home-';

/** Runs a server over a data directory. */
async function serving<T>(dataDirectory: string, work: (ask: Ask, url: string) => Promise<T>): Promise<T> {
  const server = await serve({ dataDirectory, overrides: { 'server.port': '0' } });
  try {
    return await work(callerOf(server.url, await operatorHeaders(dataDirectory)), server.url);
  } finally {
    await server.close();
  }
}

/** All that the API shows of the nodes below a folder, people and groups, without addresses of the server. */
async function dumpOf(ask: Ask, url: string, folder: string): Promise<string> {
  const nodes = async (id: string): Promise<unknown[]> => {
    const page = await ask<{ nodes: Node[] }>({
      path: `${home}/${id}/children?maxItems=1000&propertyFilter=-all-&sortProperties=cm:name`,
    });
    return Promise.all(
      page.nodes.map(async (node) => {
        const permissions = await ask<unknown>({ path: `${home}/${node.ref.id}/permissions` });
        return { node, permissions, children: await nodes(node.ref.id) };
      }),
    );
  };
  const [people, groups] = await Promise.all([
    ask<unknown>({ path: '/iam/v1/people/-home-?pattern=*&maxItems=1000' }),
    ask<unknown>({ path: '/iam/v1/groups/-home-?pattern=*&maxItems=1000' }),
  ]);
  return JSON.stringify({ tree: await nodes(folder), people, groups }).replaceAll(new URL(url).origin, 'http://server');
}

const makeFolder = async (ask: Ask, parent: string, name: string): Promise<string> => {
  const path = `${home}/${parent}/children?type=cm:folder`;
  return (await ask<{ node: Node }>({ method: 'POST', path, body: { 'cm:name': [name] } })).node.ref.id;
};

beforeAll(async () => {
  await mkdir(at('worksheets'));
  for (let index = 0; index < 12; index += 1)
    await writeFile(join(at('worksheets'), `sheet-${index}.txt`), `Sheet ${index}. `.repeat(1 + index * 40));
  expect((await run(['import', at('worksheets'), '/Mathe'])).code).toBe(0);
});

describe('backup restore', () => {
  test('a backup that was made while people wrote is restored elsewhere as it was at its commit', async () => {
    interface Seen {
      /** The change numbers between which the dump was true. */
      readonly from: number;
      until: number;
      readonly dump: string;
    }
    const seen: Seen[] = [];
    let watched = '';
    const commit = await serving(repository.dataDirectory(), async (ask, url) => {
      const commitNow = async () =>
        (await ask<{ store: { commit: number } }>({ path: '/admin/v1/status' })).store.commit;
      watched = await makeFolder(ask, '-companyhome-', 'Watched');
      const noise = await makeFolder(ask, '-companyhome-', 'Noise');
      let stopped = false;
      const noisy = async (): Promise<void> => {
        for (let index = 0; !stopped; index += 1) await makeFolder(ask, noise, `noise-${randomInt(1e12)}-${index}`);
      };
      const writing = async (): Promise<void> => {
        for (let index = 0; !stopped; index += 1) {
          const before = await commitNow();
          const last = seen.at(-1);
          if (last !== undefined) last.until = before;
          await makeFolder(ask, watched, `folder-${index}`);
          const from = await commitNow();
          seen.push({ from, until: from, dump: await dumpOf(ask, url, watched) });
        }
      };
      const load = Promise.all([writing(), noisy(), noisy(), noisy()]);
      await pause(300);
      const made = await json<{ commit: number }>(['backup', 'create', at('under-load')]);
      await pause(300);
      stopped = true;
      await load;
      return made.commit;
    });
    expect(seen.at(-1)?.from).toBeGreaterThan(commit);

    const restored = at('elsewhere/data');
    const { code, stderr } = await run(['backup', 'restore', at('under-load'), '--data', restored]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('edu-repo serve --data')]);
    const dump = await serving(restored, (ask, url) => dumpOf(ask, url, watched));
    // A call and the numbers before and after it are not one moment, so the backup may be on either side of one write.
    const last = seen.findLastIndex(({ from }) => from <= commit);
    const possible = [seen[last], ...((seen[last]?.until ?? 0) < commit ? [seen[last + 1]] : [])];
    expect(possible.map((one) => one?.dump)).toContain(dump);
  });

  test('a hundred flipped bytes are refused, one at a time and all at once, before anything is replaced', async () => {
    const backup = at('flipped');
    expect((await run(['backup', 'create', backup])).code).toBe(0);
    const target = at('present');
    await cp(repository.dataDirectory(), target, { recursive: true });
    const before = await pictureOf(target);
    const beside = await readdir(repository.folder());
    const files = await filesBelow(backup);
    const originals = new Map<string, Buffer>();
    const flip = async (): Promise<string> => {
      const filled = await Promise.all(files.map(async (name) => [name, await readFile(join(backup, name))] as const));
      const choices = filled.filter(([, content]) => content.length > 0);
      const [name, bytes] = choices[randomInt(choices.length)] ?? ['', Buffer.of(0)];
      if (!originals.has(name)) originals.set(name, Buffer.from(bytes));
      const place = randomInt(bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ randomInt(1, 256);
      await writeFile(join(backup, name), bytes);
      return `${name} at ${place}`;
    };
    const repair = async (): Promise<void> => {
      for (const [name, bytes] of originals) await writeFile(join(backup, name), bytes);
    };
    const expectRefused = async (what: string): Promise<void> => {
      const { code, stderr } = await run(['backup', 'restore', backup, '--data', target, '--replace']);
      expect([what, code, stderr]).toEqual([what, 1, expect.stringMatching(/is damaged/)]);
    };
    for (let round = 0; round < 100; round += 1) {
      await expectRefused(await flip());
      await repair();
    }
    for (let round = 0; round < 100; round += 1) await flip();
    await expectRefused('all');
    expect(await pictureOf(target)).toEqual(before);
    expect(await readdir(repository.folder())).toEqual(beside);
    await repair();
    expect((await run(['backup', 'restore', backup, '--data', target, '--replace'])).code).toBe(0);
    const { stdout } = await run(['ls', '/Mathe', '-o', 'id', '--data', target]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(12);
    // What was there is beside it.
    const [moved = ''] = (await readdir(repository.folder())).filter((name) => name.startsWith('present.replaced-'));
    expect(await pictureOf(at(moved))).toMatchObject({ 'edu-repo.json': before['edu-repo.json'] });
  });

  test('a used folder, an unfinished backup, one without checksums and a missing file change nothing', async () => {
    const backup = at('small');
    expect((await run(['backup', 'create', backup])).code).toBe(0);
    const used = at('used');
    await mkdir(used);
    await writeFile(join(used, 'letter.txt'), 'mine');
    const refused = async (...[words, reason]: [string[], RegExp]): Promise<void> => {
      const { code, stderr } = await run(['backup', 'restore', ...words]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
    };
    await refused([backup, '--data', used], /not empty(?:.|\n)*--replace/);
    expect(await readdir(used)).toEqual(['letter.txt']);
    await refused([backup, '--data', join(backup, 'inside')], /overlap/);
    await refused([at('nothing'), '--data', at('fresh')], /There is no backup/);
    await writeFile(join(backup, 'content', 'more.txt'), 'not of this backup');
    await refused([backup, '--data', at('fresh')], /unlisted: content\/more.txt(?:.|\n)*damaged/);
    await rm(join(backup, 'content', 'more.txt'));
    await rename(join(backup, 'config.yaml'), at('config.yaml'));
    await refused([backup, '--data', at('fresh')], /missing: config.yaml/);
    await rename(at('config.yaml'), join(backup, 'config.yaml'));
    await writeFile(join(backup, 'unfinished-backup.json'), '{}');
    await refused([backup, '--data', at('fresh')], /unfinished backup/);
    await rm(join(backup, 'unfinished-backup.json'));
    const dry = await run(['backup', 'restore', backup, '--data', at('fresh'), '--dry-run']);
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringMatching(/no problem found. Would restore/)]);
    await rm(join(backup, 'manifest-sha256.txt'));
    await refused([backup, '--data', at('fresh')], /has no checksums(?:.|\n)*verify --data/);
    expect(await readdir(repository.folder())).not.toContain('fresh');
  });

  test('a target with a running server is not replaced, and an interrupted restore is repeated', async () => {
    const backup = at('again');
    expect((await run(['backup', 'create', backup])).code).toBe(0);
    await serving(repository.dataDirectory(), async () => {
      const { code } = await run(['backup', 'restore', backup, '--replace']);
      expect(code).toBe(9);
    });
    const target = at('half');
    await mkdir(join(target, 'store'), { recursive: true });
    await writeFile(join(target, 'unfinished-backup.json'), JSON.stringify({ backup }));
    await writeFile(join(target, 'store', 'half'), 'of a file');
    expect((await run(['ls', '/', '--data', target])).code).toBe(1);
    expect((await run(['backup', 'restore', backup, '--data', target])).code).toBe(0);
    expect(await readdir(join(target, 'store'))).not.toContain('half');
    expect((await run(['ls', '/Mathe', '--data', target])).code).toBe(0);
  });
});

describe('backup list and verify', () => {
  test('list the backups of a directory, and what is damaged in one', async () => {
    await mkdir(at('backups/unfinished'), { recursive: true });
    await writeFile(at('backups/unfinished/unfinished-backup.json'), '{}');
    await mkdir(at('backups/others'));
    for (const name of ['one', 'two']) expect((await run(['backup', 'create', at(`backups/${name}`)])).code).toBe(0);
    const { backups } = await json<{ backups: { name: string; bytes: number }[] }>(['backup', 'list', at('backups')]);
    expect(backups.map(({ name }) => name)).toEqual(['two', 'one', 'unfinished']);
    expect(backups[0]?.bytes).toBeGreaterThan(10_000);
    expect((await run(['backup', 'list', at('backups')])).stdout).toMatch(/^two +\S+ s +\d+ +[\d.]+ kB +yes$/m);
    expect((await run(['backup', 'list', at('backups/others')])).stderr).toContain('There is no backup');

    const good = await run(['backup', 'verify', at('backups/one')]);
    expect([good.code, good.stdout, good.stderr]).toEqual([0, '', expect.stringContaining('no problem found')]);
    const config = await readFile(at('backups/one/config.yaml'));
    await writeFile(at('backups/one/config.yaml'), Buffer.concat([config, Buffer.from(' ')]));
    const bad = await run(['backup', 'verify', at('backups/one'), '-o', 'jsonl']);
    expect([bad.code, bad.stdout]).toEqual([1, '{"path":"config.yaml","problem":"damaged"}\n']);
  });
});
