import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { madeNodes } from './made-nodes.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
const made = madeNodes(repository);
let top = '';

beforeEach(async () => {
  top = await made.top();
});

describe('node properties', () => {
  test('lists what is known, with name, type and title', async () => {
    const { code, stdout } = await run(['node', 'properties']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cclom:general_keyword +text, list +Keywords$/m);
    expect(stdout).toMatch(/^ccm:license_to +date +Licensed until$/m);
    const { properties } = await json<{ properties: { name: string; list: boolean }[] }>(['node', 'properties']);
    expect(properties).toContainEqual({ name: 'cclom:title', title: 'Title', type: 'text', list: false });
    const csv = await run(['node', 'properties', '-o', 'csv']);
    expect(csv.stdout).toMatch(/^ccm:license_to,date,false,Licensed until\r?$/m);
  });

  test('lists the other kinds of words when asked to', async () => {
    expect((await run(['node', 'properties', '--kind', 'types'])).stdout).toMatch(/^ccm:map +cm:folder +folder +\w/m);
    expect((await run(['node', 'properties', '--kind', 'types'])).stdout).toMatch(/^sys:base +abstract +\w/m);
    expect((await run(['node', 'properties', '--kind', 'aspects', '-o', 'id'])).stdout).toMatch(/^ccm:collection$/m);
    expect((await run(['node', 'properties', '--kind', 'namespaces', '-o', 'id'])).stdout).toMatch(/^cclom$/m);
  });

  test('shows the properties of a node, a line for each', async () => {
    await run(['node', 'create', top, 'a', '-p', 'cclom:general_keyword=x', '-p', 'cclom:general_keyword=y']);
    const { stdout } = await run(['node', 'properties', `${top}/a`]);
    expect(stdout).toMatch(/^cclom:general_keyword +x \| y$/m);
    const { properties } = await json<{ properties: Record<string, string[]> }>(['node', 'properties', `${top}/a`]);
    expect(properties).toMatchObject({ 'cclom:general_keyword': ['x', 'y'], 'cm:name': ['a'] });
  });

  test('says what is wrong with a node that is missing, or with --kind beside one', async () => {
    expect((await run(['node', 'properties', `${top}/nothing`])).code).toBe(3);
    const both = await run(['node', 'properties', top, '--kind', 'types']);
    expect(both.code).toBe(2);
    expect(both.stderr).toMatch(/cannot be combined/);
    expect((await run(['node', 'properties', '--kind', 'words'])).code).toBe(2);
  });
});

describe('a property that the repository does not know', () => {
  test('is kept, and a warning on stderr names it; one of a foreign namespace is an error that names it', async () => {
    const made = await run(['node', 'create', top, 'a', '-p', 'ccm:größe=3', '-p', 'ccm:fremd=x', '-o', 'id']);
    expect(made.code).toBe(0);
    expect(made.stdout.trim().split('\n')).toHaveLength(1);
    expect(made.stderr).toMatch(
      /^Saved, although the content model .*: ccm:größe, ccm:fremd\. .*edu-repo node properties$/m,
    );
    const updated = await run(['node', 'update', `${top}/a`, '-p', 'ccm:fremd=y', '--quiet']);
    expect(updated.stderr).toMatch(/: ccm:fremd\./);
    expect((await run(['node', 'update', `${top}/a`, '-p', 'cclom:title=y'])).stderr).toBe(
      `Changed cclom:title of ${top}/a.\n`,
    );
    const foreign = await run(['node', 'update', `${top}/a`, '-p', 'schule:raum=1']);
    expect(foreign.code).toBe(1);
    expect(foreign.stderr).toMatch(/schule:raum/);
  });

  test('and one that the repository itself says is left aside, and a remark on stderr says so', async () => {
    await run(['node', 'create', top, 'a', '-o', 'id']);
    const updated = await run(['node', 'update', `${top}/a`, '-p', 'cm:creator=schmidt', '--quiet']);
    expect([updated.code, updated.stderr]).toEqual([
      0,
      'Ignored, because only the repository can set them: cm:creator.\n',
    ]);
  });

  test('is known as soon as an administrator has written it into own-dictionary.yaml', async () => {
    const own = 'namespaces:\n  schule: https://schule.example/1.0\nproperties:\n  schule:raum: { title: Raum }\n';
    await appendFile(join(repository.dataDirectory(), 'own-dictionary.yaml'), own);
    const { code, stderr } = await run(['node', 'create', top, 'a', '-p', 'schule:raum=1']);
    expect([code, stderr]).toEqual([0, `Created ${top}/a.\n`]);
    expect((await run(['node', 'properties'])).stdout).toMatch(/^schule:raum +text +Raum$/m);
  });
});

describe('people and groups that do not exist', () => {
  test('are reported on stderr if the repository leaves them out', async () => {
    const file = join(repository.dataDirectory(), 'config.yaml');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('# unknownAuthorities: refuse', 'unknownAuthorities: skip'));
    const shared = await run(['permission', 'add', top, 'zoë', 'Consumer', '--quiet']);
    await writeFile(file, before);
    expect([shared.code, shared.stderr]).toEqual([0, 'Left out, because there are no such people or groups: zoë.\n']);
  });
});

describe('names that do odd things to a terminal', () => {
  test('are kept as they are, and shown so that nothing else looks different', async () => {
    const names = ['CON', 'a:b', '\u202egpj.exe', '\u200fעברית\u200e', '\u2066isolated'];
    for (const name of names) expect((await run(['node', 'create', top, name])).code).toBe(0);
    const { nodes } = await json<{ nodes: { name: string }[] }>(['ls', top]);
    expect(nodes.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect((await run(['ls', top])).stdout.trim().split('\n').sort()).toEqual([...names].sort());
    for (const words of [
      ['ls', top],
      ['ls', '-l', top],
      ['tree', top],
    ]) {
      const { stdout } = await run(words, { onTerminal: true });
      expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      for (const shown of ['CON', 'a:b', 'gpj.exe', 'עברית', 'isolated']) expect(stdout).toContain(shown);
    }
  });
});
