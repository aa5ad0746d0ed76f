import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { madeNodes, type NodeEntry } from './made-nodes.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
const made = madeNodes(repository);
let top = '';

beforeEach(async () => {
  top = await made.top();
});

const { idOf } = made;

test('paths start at a folder with its ID, for people who may not see the folders above it', async () => {
  const id = await idOf(top);
  expect((await run(['mkdir', '-p', `${id}/Klasse 7/Brüche`])).code).toBe(0);
  expect((await run(['node', 'create', `repo:${id}/Klasse 7/`, 'a.txt'])).code).toBe(0);
  expect((await run(['mv', `${id}/Klasse 7/a.txt`, `${id}/b.txt`])).code).toBe(0);
  expect((await run(['tree', top])).stdout).toBe(`${top}\n├── Klasse 7/\n│   └── Brüche/\n└── b.txt\n`);
  const missing = await run(['ls', `${id}/Klasse 8`]);
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain(`${id}/Klasse 8 does not exist.`);
  expect((await run(['rm', `${id}/b.txt`])).code).toBe(0);
  expect((await run(['ls', `${id}/`])).stdout).toBe('Klasse 7/\n');
});

describe('a path that does not exist', () => {
  const advice = async (path: string) => (await run(['node', 'get', path])).stderr.trimEnd().split('\n').at(-1);

  test('gets the similar name in the folder that is there, in another case or with a typing error', async () => {
    await run(['node', 'create', top, 'Müller', '--type', 'ccm:map']);
    await run(['node', 'create', `${top}/Müller`, 'Klasse 7', '--type', 'ccm:map']);
    for (const wrong of ['müller', 'Müler']) {
      const listing = `To list the nearest folder: edu-repo ls ${top}`;
      expect(await advice(`${top}/${wrong}/Klasse 7`)).toBe(`  Did you mean '${top}/Müller'? ${listing}`);
    }
    expect(await advice(`${top}/Müller/klasse7`)).toMatch(`Did you mean '${top}/Müller/Klasse 7'?`);
  });

  test('gets no other name if none is similar', async () => {
    await run(['node', 'create', top, 'Müller', '--type', 'ccm:map']);
    expect(await advice(`${top}/Physik`)).toBe(`  To list the nearest folder: edu-repo ls ${top}`);
  });
});

test('a node shows its authors by name, in free text and in vCards', async () => {
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Clara Beispiel\nEND:VCARD';
  const given = ['-p', 'ccm:author_freetext=Dora Muster', '-p', `ccm:lifecyclecontributer_author=${card}`];
  expect((await run(['node', 'create', top, 'a.md', ...given])).code).toBe(0);
  const { stdout } = await run(['node', 'get', `${top}/a.md`], { onTerminal: true, environment: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/^author:?\s+Dora Muster, Clara Beispiel$/m);
});

test('a node shows an author once, its keywords, and its licence with the version', async () => {
  const given = ['ccm:author_freetext=Dora Muster', 'cclom:general_keyword=Zelle', 'ccm:commonlicense_key=CC_BY_SA'];
  const card = 'ccm:lifecyclecontributer_author=BEGIN:VCARD\nVERSION:3.0\nFN:Dora Muster\nEND:VCARD';
  const options = [...given, card, 'ccm:commonlicense_cc_version=4.0'].flatMap((property) => ['-p', property]);
  expect((await run(['node', 'create', top, 'b.md', ...options])).code).toBe(0);
  const { stdout } = await run(['node', 'get', `${top}/b.md`], { onTerminal: true, environment: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/^author:?\s+Dora Muster$/m);
  expect(stdout).toMatch(/^keywords:?\s+Zelle$/m);
  expect(stdout).toMatch(/^licence:?\s+\S.* 4\.0$/m);
});

describe('node create', () => {
  test('makes a node with its properties', async () => {
    const { node } = await json<NodeEntry>(['node', 'create', top, 'a b.md', '-p', 'cclom:title=Ein Titel']);
    expect(node).toMatchObject({ name: 'a b.md', type: 'ccm:io', properties: { 'cclom:title': ['Ein Titel'] } });
    expect(await idOf(`${top}/a b.md`)).toBe(node.ref.id);
    expect(await idOf(node.ref.id)).toBe(node.ref.id);
  });

  test('refuses a name that is taken, or takes another one when it may', async () => {
    await run(['node', 'create', top, 'a.md']);
    expect((await run(['node', 'create', top, 'a.md'])).code).toBe(6);
    const { node } = await json<NodeEntry>(['node', 'create', top, 'a.md', '--rename-if-exists']);
    expect(node.name).toBe('a - 1.md');
  });

  test.each(['', '.', '..', 'a/b'])('refuses «%s» as a name, in three lines', async (name) => {
    const { code, stderr } = await run(['node', 'create', top, name]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect((await run(['ls', top])).stdout).toBe('');
  });

  test('with --dry-run makes nothing', async () => {
    expect((await run(['node', 'create', top, 'a', '-n'])).code).toBe(0);
    expect((await run(['ls', top])).stdout).toBe('');
  });
});

describe('node update', () => {
  test('changes, adds and takes away properties without making a version', async () => {
    await run(['node', 'create', top, 'a', '-p', 'cclom:title=alt', '-p', 'cclom:general_keyword=x']);
    const words = ['-p', 'cclom:general_keyword=y', '-p', 'cclom:general_keyword=z', '--unset', 'cclom:title'];
    const { node } = await json<NodeEntry>(['node', 'update', `${top}/a`, ...words]);
    expect(node.properties['cclom:general_keyword']).toEqual(['y', 'z']);
    expect(node.properties['cclom:title']).toBeUndefined();
    expect(node.contentVersion).toBe('1.0');
  });

  test('makes a version when it has a comment', async () => {
    await run(['node', 'create', top, 'a']);
    await run(['node', 'update', `${top}/a`, '-p', 'cm:name=b', '--version-comment', 'umbenannt']);
    const { stdout } = await run(['node', 'versions', `${top}/b`]);
    expect(stdout).toMatch(/^1\.1 .* umbenannt$/m);
    expect((await run(['node', 'versions', `${top}/b`, '-o', 'id'])).stdout).toBe('1.0\n1.1\n');
  });

  test('changes several nodes, also those whose ids come through stdin', async () => {
    for (const name of ['a', 'b', 'c']) await run(['node', 'create', top, name]);
    const ids = (await run(['ls', top, '-o', 'id'])).stdout.split('\n').filter((id) => id !== '');
    const words = ['node', 'update', '-', `${top}/c`, '-p', 'ccm:commonlicense_key=CC 0'];
    const input = `${ids.slice(0, 2).join('\n')}\n`;
    const planned = await run([...words, '-n'], { input });
    expect(planned.stderr.match(/Would change ccm:commonlicense_key of /g)).toHaveLength(3);
    const { code, stdout, stderr } = await run(words, { input });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr.match(/^Changed ccm:commonlicense_key of /gm)).toHaveLength(3);
    expect(stderr.match(/is stored as CC_0/g)).toHaveLength(1);
    for (const name of ['a', 'b', 'c']) {
      const { node } = await json<NodeEntry>(['node', 'get', `${top}/${name}`]);
      expect(node.properties['ccm:commonlicense_key']).toEqual(['CC_0']);
    }
  });

  test.each([
    ['Dateiname=a/b', 'which separates names in paths'],
    ['cm:name=', 'must not be empty'],
    ['ccm:educationaltypicalagerange_from=zehn', '"zehn"'],
    ['Alter von=zehn', 'a number such as 12'],
    ['cm:created=x', undefined],
    ['heading=x', 'heading'],
    ['ccm:unknown=x', undefined],
    ['ccm:educationaltypicalagerange_from=10', undefined],
  ])('checks values in a dry run as it would: %s', async (property, why) => {
    await run(['node', 'create', top, 'a']);
    const words = ['node', 'update', `${top}/a`, '-p', property];
    const dry = await run([...words, '-n']);
    expect(dry.stderr).toContain(why ?? 'Would change ');
    const code = why === undefined ? 0 : 1;
    const real = await run(words);
    expect([dry.code, real.code]).toEqual([code, code]);
    const whyNot = ({ stderr }: { readonly stderr: string }) => stderr.split('\n')[0];
    if (why !== undefined) expect(whyNot(dry)).toBe(whyNot(real));
  });

  test('changes none of several nodes if one of them is missing, or a value is in no list', async () => {
    await run(['node', 'create', top, 'a']);
    const title = await run(['node', 'update', `${top}/a`, `${top}/fehlt`, '-p', 'cclom:title=x']);
    expect([title.code, title.stdout]).toEqual([3, '']);
    const subject = await run(['node', 'update', `${top}/a`, `${top}/a`, '-p', 'ccm:taxonid=Nix']);
    expect([subject.code, subject.stdout]).toEqual([2, '']);
    const { node } = await json<NodeEntry>(['node', 'get', `${top}/a`]);
    expect(node.properties['cclom:title']).toBeUndefined();
  });

  test('says of a name that is neither a property nor a caption what a name needs', async () => {
    await run(['node', 'create', top, 'a']);
    const { code, stderr } = await run(['node', 'update', `${top}/a`, '-p', 'heading=x']);
    expect(code).toBe(1);
    expect(stderr).toContain('cm:name');
  });
});

describe('node upload', () => {
  test('reads a file, or stdin', async () => {
    const file = join(repository.folder(), 'Wörter.csv');
    await writeFile(file, 'a;b\n');
    await run(['node', 'create', top, 'x']);
    const { node } = await json<NodeEntry>(['node', 'upload', `${top}/x`, file, '--comment', 'erste']);
    expect(node).toMatchObject({ size: '4', mimetype: 'text/csv' });
    await run(['node', 'upload', `${top}/x`, '-', '--mimetype', 'text/plain'], { input: 'from a pipe' });
    expect((await run(['cat', `${top}/x`])).stdout).toBe('from a pipe');
    const earlier = await run(['cat', `${top}/x`, '--content-version', node.contentVersion]);
    expect(earlier.stdout).toBe('a;b\n');
  });

  test('refuses a folder, and a file that does not exist', async () => {
    await run(['node', 'create', top, 'x']);
    expect((await run(['node', 'upload', `${top}/x`, repository.folder()])).code).toBe(1);
    expect((await run(['node', 'upload', `${top}/x`, '/does/not/exist'])).code).toBe(1);
    expect((await run(['cat', `${top}/x`])).code).toBe(3);
  });
});

test('a property that nobody knows is saved, and the one that was probably meant is named', async () => {
  const { code, stderr } = await run(['node', 'create', '/', 'misspelt', '-p', 'cclom:titel=x', '-p', 'ccm:own=y']);
  expect([code, stderr]).toEqual([
    0,
    'Saved, although the content model of this repository lacks them: cclom:titel, ccm:own. Did you mean cclom:title? To list known properties: edu-repo node properties\nCreated /misspelt.\n',
  ]);
});
