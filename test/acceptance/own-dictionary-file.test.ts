import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { failureOf, useDataDirectory } from '../support/data-directories.ts';
import { at, makeNode, newName } from '../support/trees.ts';

const given = useDataDirectory();

const school = 'namespaces:\n  school: https://school.example/1.0\n';

describe('own-dictionary.yaml', () => {
  const mistakes: readonly (readonly [string, string, RegExp])[] = [
    ['a list that is never closed', 'types: [1\n', /own-dictionary\.yaml:\d+:\d+: /],
    ['a tabulator', 'types:\n\tschool:a: 1\n', /own-dictionary\.yaml:2:\d+: /],
    ['a text where keys should be', 'just a text\n', /own-dictionary\.yaml:1:1: .*keys and values/],
    ['an unknown section', 'property:\n  a: 1\n', /own-dictionary\.yaml:2:3: property .* nearest one is properties$/],
    ['an unknown key', `${school}types:\n  school:a: { titel: A, parent: ccm:io }\n`, /:4:\d+: .*titel .* title$/m],
    ['a word without a title', `${school}aspects:\n  school:a: {}\n`, /:4:13: aspects school:a title /],
    [
      'a kind of value that there is not',
      `${school}properties:\n  school:a: { title: A, type: int }\n`,
      /:4:\d+: properties school:a type must be text, number, date or boolean/,
    ],
    ['a word for a truth value', `${school}properties:\n  school:a: { title: A, list: ja }\n`, /:4:\d+: .* list /],
    ['a word of no namespace', 'aspects:\n  tested: { title: A }\n', /:2:\d+: "tested" is not a valid name/],
    [
      'a word of an unnamed namespace',
      'aspects:\n  school:a: { title: A }\n',
      /:2:\d+: school:a has the unknown prefix school; define it under namespaces/,
    ],
    ['a prefix of the program', 'namespaces:\n  cm: https://x.example\n', /:2:7: cm is a built-in prefix.*another/],
    [
      'a URI of the program',
      'namespaces:\n  mine: http://www.campuscontent.de/model/1.0\n',
      /:2:9: .* already has the prefix ccm; use that one/,
    ],
    ['one URI for two', `${school}  other: https://school.example/1.0\n`, /:3:10: .* already has the prefix school/],
    ['no prefix', 'namespaces:\n  "a b": https://x.example\n', /:2:10: "a b" is not a valid prefix/],
    ['no URI', 'namespaces:\n  school: ""\n', /:2:11: school needs a URI/],
    [
      'a type without a parent',
      `${school}types:\n  school:a: { title: A }\n`,
      /:4:\d+: school:a needs a parent, such as/,
    ],
    [
      'a parent that is no type',
      `${school}types:\n  school:a: { title: A, parent: ccm:maps }\n`,
      /:4:33: school:a has the unknown parent ccm:maps; did you mean ccm:map\?$/,
    ],
    [
      'types that are their own parents',
      `${school}types:\n  school:a: { title: A, parent: school:b }\n  school:b: { title: B, parent: school:a }\n`,
      /:4:33: school:a is an ancestor of itself.*\n.*:5:33: school:b is an ancestor of itself/,
    ],
    [
      'a type of the program as another one',
      'types:\n  ccm:map: { title: A, parent: ccm:io }\n',
      /:2:12: ccm:map is a built-in type: only its title can be changed/,
    ],
    [
      'names in the plural',
      'properties:\n  cm:name: { title: A, list: true }\n',
      /:2:12: cm:name must be text with a single value/,
    ],
    [
      'what the repository says',
      'properties:\n  cm:creator: { title: A }\n',
      /:2:15: cm:creator is set by the repository itself; remove it/,
    ],
  ];

  test.each(mistakes)('with %s is refused with line, column and what to do', async (_, text, message) => {
    await writeFile(given.paths.ownDictionary, text);
    for (const start of [() => given.open(), () => serve({ dataDirectory: given.path })]) {
      const failure = await failureOf(start());
      expect(failure.name).toBe('ConfigurationError');
      expect(failure.message).toMatch(message);
    }
    expect(await readdir(given.paths.run).catch(() => [])).not.toContain('daemon.json');
    await writeFile(given.paths.ownDictionary, '{}\n');
    await given.expectWorking();
  });

  test('with several mistakes is told all of them', async () => {
    await writeFile(given.paths.ownDictionary, 'aspects:\n  a: { title: A }\n  x:b: { title: B }\n');
    const { message } = await failureOf(given.open());
    expect(message.split('\n')).toHaveLength(2);
  });

  test('may be missing, or have all its words commented out, as the one that comes with a new repository', async () => {
    expect(await readFile(given.paths.ownDictionary, 'utf8')).toMatch(/^# types:$/m);
    await given.expectWorking();
    await writeFile(given.paths.ownDictionary, 'namespaces:\ntypes:\n# x\nproperties:\n');
    await given.expectWorking();
    await rm(given.paths.ownDictionary);
    await given.expectWorking();
  });

  test('adds what its example shows, once the # are gone', async () => {
    const example = await readFile(given.paths.ownDictionary, 'utf8');
    await writeFile(given.paths.ownDictionary, example.replaceAll(/^# ( *[\w:]+:.*)$/gm, '$1'));
    await given.asAnna(async (anna) => {
      const make = (type: string, body: Record<string, string[]>) =>
        anna.createNode({ ...at('-userhome-'), type, body: { 'cm:name': [newName()], ...body } });
      const { node: folder } = await make('school:project', {});
      expect(folder).toMatchObject({ type: 'school:project', isDirectory: true });
      const inside = await makeNode(anna, { type: 'school:worksheet', parent: folder });
      expect(inside).toMatchObject({ type: 'school:worksheet', isDirectory: false, parent: { id: folder.ref.id } });
      const { node } = await make('school:worksheet', {
        '{https://school.example.org/words/1.0}grades': ['7', '8'],
        'school:room': ['Aula'],
      });
      expect(node.properties).toMatchObject({ 'school:grades': ['7', '8'], 'school:room': ['Aula'] });
      await expect(make('school:worksheet', { 'school:grades': ['sieben'] })).rejects.toThrow(/sieben/);
    });
  });

  test('can give a word of the program another title, and its values another type', async () => {
    const own =
      'types:\n  ccm:map: { title: Ordner, parent: cm:folder }\nproperties:\n  cm:name: { title: Dateiname }\n';
    await writeFile(given.paths.ownDictionary, `${own}  cclom:duration: { title: Dauer, type: number }\n`);
    await given.asAnna(async (anna) => {
      const { types, properties } = await anna.getDictionary({ repository: '-home-' });
      expect(types).toContainEqual(expect.objectContaining({ name: 'ccm:map', title: 'Ordner', folder: true }));
      expect(properties.filter(({ name }) => name === 'cm:name')).toEqual([
        { name: 'cm:name', title: 'Dateiname', type: 'text', list: false },
      ]);
      const file = await makeNode(anna, { type: 'ccm:io' });
      const attempt = anna.updateMetadata({ ...at(file), body: { 'cclom:duration': 'kurz' } });
      await expect(attempt).rejects.toThrow(/number/);
    });
  });

  test('whose words are gone leaves nodes as they are: folders are folders, and values stay', async () => {
    const own = `${school}types:\n  school:shelf: { title: Regal, parent: ccm:map }\nproperties:\n  school:room: { title: Raum }\n`;
    await writeFile(given.paths.ownDictionary, own);
    const shelf = await given.asAnna((anna) =>
      makeNode(anna, { type: 'school:shelf', properties: { 'school:room': 'Aula' } }),
    );
    await writeFile(given.paths.ownDictionary, '{}\n');
    await given.asAnna(async (anna) => {
      await makeNode(anna, { type: 'ccm:io', parent: shelf });
      const { node } = await anna.updateMetadata({ ...at(shelf), body: { 'cm:title': 'Neu' } });
      expect(node).toMatchObject({ type: 'school:shelf', isDirectory: true, properties: { 'school:room': ['Aula'] } });
    });
  });
});
