import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

interface Entry {
  readonly node: { readonly properties: Readonly<Record<string, readonly string[]>> };
}

const valuesOf = async (property: string) => (await json<Entry>(['node', 'get', '/Plan.md'])).node.properties[property];
const update = (...words: string[]) => run(['node', 'update', '/Plan.md', ...words]);
const keyOf = async (caption: string) =>
  (await run(['mds', 'values', 'default', 'ccm:taxonid', caption, '-o', 'id'])).stdout.split('\n')[0] ?? '';

beforeAll(async () => {
  await run(['node', 'create', '/', 'Plan.md']);
});

describe('node update and node create', () => {
  test.each(['Mathematik', 'mathematik', 'Mathematics'])('take the caption %s for its key', async (caption) => {
    const key = await keyOf('Mathematik');
    expect(key).toContain('/');
    const { code, stderr } = await update('-p', `ccm:taxonid=${caption}`);
    expect(code).toBe(0);
    expect(stderr).toContain(`ccm:taxonid: "${caption}" is stored as ${key}.`);
    expect(await valuesOf('ccm:taxonid')).toEqual([key]);
  });

  test('take the captions of properties, in German and English, for their names', async () => {
    const key = await keyOf('Mathematik');
    await update('-p', 'ccm:commonlicense_key=CC_BY');
    const { code, stderr } = await update('-p', 'Titel=Der Plan', '-p', 'subject=Mathematik', '--unset', 'Lizenz');
    expect(code).toBe(0);
    expect(stderr).toContain('Titel: this is the property cclom:title.');
    expect([await valuesOf('cclom:title'), await valuesOf('ccm:taxonid')]).toEqual([['Der Plan'], [key]]);
    expect(await valuesOf('ccm:commonlicense_key')).toBeUndefined();
    expect((await run(['search', 'Plan', '--filter', 'subject=Mathematik', '-o', 'csv'])).stdout).toContain('Plan.md');
    const unknown = await update('-p', 'Überschrift=x');
    expect(unknown.stderr).toContain('"Überschrift" is not a property name');
  });

  test('take keys as they are, also beside captions', async () => {
    const [maths, biology] = [await keyOf('Mathematik'), await keyOf('Biologie')];
    const { stderr } = await update(
      '-p',
      `ccm:taxonid=${maths}`,
      '-p',
      'ccm:taxonid=Biologie',
      '-p',
      'ccm:commonlicense_key=CC_BY',
    );
    expect(stderr).not.toContain(`'${maths}'`);
    expect(await valuesOf('ccm:taxonid')).toEqual([maths, biology]);
    expect(await valuesOf('ccm:commonlicense_key')).toEqual(['CC_BY']);
  });

  test('refuse a value that a closed list does not have, and name the nearest', async () => {
    const key = await keyOf('Mathematik');
    const before = await valuesOf('ccm:taxonid');
    for (const dry of [[], ['-n']]) {
      const { code, stderr } = await update('-p', 'ccm:taxonid=Mathematk', ...dry);
      expect(code).toBe(2);
      expect(stderr).toContain('"Mathematk" is not a value of ccm:taxonid.');
      expect(stderr).toContain(`Did you mean Mathematik (${key})?`);
      expect(stderr).toContain('edu-repo mds values default ccm:taxonid');
    }
    expect(await valuesOf('ccm:taxonid')).toEqual(before);
    const made = await run(['node', 'create', '/', 'Neu.md', '-p', 'ccm:taxonid=Mathematk']);
    expect(made).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['ls', '/'])).stdout).not.toContain('Neu.md');
    expect(
      (await run(['node', 'create', '/', 'Neu.md', '-p', 'ccm:taxonid=Mathematik', '-o', 'json'])).stdout,
    ).toContain(key);
  });

  test('take other words that the list has for a value', async () => {
    for (const [word, caption] of [
      ['Mathe', 'Mathematik'],
      ['erdkunde', 'Geografie'],
    ] as const) {
      const { stderr } = await update('-p', `Fach=${word}`);
      expect(stderr).toContain(`ccm:taxonid: "${word}" is stored as `);
      expect(await valuesOf('ccm:taxonid')).toEqual([await keyOf(caption)]);
    }
  });

  test.each([
    ['Lizenz=CC BY-SA 4.0', /Did you mean CC BY-SA[^(]*\(CC_BY_SA\)\?/],
    ['Lizenz=CC BY-NC 3.0', /Did you mean CC BY-NC: [^(]*\(CC_BY_NC\)/],
    ['Bildungsstufe=Sek I', /Did you mean Sekundarstufe I \(\S+sekundarstufe_1\)/],
    ['Fach=Mathematicss', /Did you mean Mathematik \(/],
  ])('name the values that %s begins like, with their German captions', async (given, expected) => {
    const { code, stderr } = await run(['node', 'update', '/Plan.md', '-p', given], {
      environment: { LANG: 'de_DE.UTF-8' },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });

  test('name no value for a text that is like none', async () => {
    for (const given of ['Lizenz=alle Rechte vorbehalten', 'Fach=Zirkuskunst', 'Bildungsstufe=6']) {
      const { code, stderr } = await update('-p', given);
      expect(code).toBe(2);
      expect(stderr).not.toContain('Did you mean');
      expect(stderr).toContain('To list all values: edu-repo mds values default');
    }
  });

  test('leave alone what has no closed list, and what is taken away', async () => {
    await update('-p', 'cclom:general_keyword=Mathematk', '-p', 'ccm:taxonid=Biologie');
    expect(await valuesOf('cclom:general_keyword')).toEqual(['Mathematk']);
    expect((await update('--unset', 'ccm:taxonid')).code).toBe(0);
    expect(await valuesOf('ccm:taxonid')).toBeUndefined();
  });

  test('store any value with --any-value', async () => {
    expect((await update('-p', 'ccm:taxonid=Mathematk', '--any-value')).code).toBe(0);
    expect(await valuesOf('ccm:taxonid')).toEqual(['Mathematk']);
  });
});

describe('With another metadata set', () => {
  beforeAll(async () => {
    const sets = join(repository.dataDirectory(), 'metadata-sets');
    await writeFile(
      join(sets, 'werkstatt.yaml'),
      [
        'id: werkstatt',
        'name: { de: Werkstatt }',
        'inherits: default',
        'fields:',
        '  - property: ccm:taxonid',
        '    widget: singleoption',
        '    values:',
        '      - { key: holz-1, caption: { de: Holz } }',
        '      - { key: holz-2, caption: { de: holz } }',
        '      - { key: holz-3, caption: { de: HOLZ } }',
        '      - { key: metall, caption: { de: Metall } }',
      ].join('\n'),
    );
  });

  test('the set that is chosen holds, then the one of the node', async () => {
    expect((await update('-p', 'ccm:taxonid=Metall')).code).toBe(2);
    expect((await update('-p', 'ccm:taxonid=Metall', '--metadata-set', 'werkstatt')).code).toBe(0);
    expect(await valuesOf('ccm:taxonid')).toEqual(['metall']);
    expect((await update('-p', 'cm:edu_metadataset=werkstatt', '-p', 'ccm:taxonid=metall')).code).toBe(0);
    expect((await update('-p', 'ccm:taxonid=METALL')).code).toBe(0);
    expect((await update('-p', 'ccm:taxonid=Mathematik')).stderr).toContain(
      'The metadata set werkstatt has a value list',
    );
    expect((await update('-p', 'ccm:taxonid=Metall', '--metadata-set', 'nirgends')).code).toBe(3);
  });

  test('a caption that several values have is refused with all of them', async () => {
    const { code, stderr } = await update('-p', 'ccm:taxonid=hOlz', '--metadata-set', 'werkstatt');
    expect(code).toBe(2);
    expect(stderr).toContain('Several values of ccm:taxonid have the caption "hOlz".');
    expect(stderr).toContain('Holz (holz-1), holz (holz-2), HOLZ (holz-3)');
    expect((await update('-p', 'ccm:taxonid=Holz', '--metadata-set', 'werkstatt')).code).toBe(0);
    expect(await valuesOf('ccm:taxonid')).toEqual(['holz-1']);
  });

  test('the set that a node names and that is gone gives way to the default one', async () => {
    await update('-p', 'cm:edu_metadataset=nirgends');
    expect((await update('-p', 'ccm:taxonid=Mathematk')).stderr).toContain('The metadata set default has a value list');
  });
});
