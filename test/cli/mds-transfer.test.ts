import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metadataSamples } from '../support/metadata-files.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder, dataDirectory } = withTemporaryRepository();
const file = (name: string): string => join(folder(), name);

const vocabulary = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@base <http://example.org/v/> .
<a> a skos:Concept ; skos:prefLabel "Eins"@de, "One"@en .
<b> a skos:Concept ; skos:prefLabel "Zwei"@de, "Two"@en ; skos:broader <a> .
`;

describe('mds import', () => {
  test('a folder: what is understood is shown first, and kept only without --dry-run', async () => {
    const words = ['mds', 'import', join(metadataSamples, 'older')];
    const tried = await run([...words, '--dry-run']);
    expect(tried.code).toBe(0);
    expect(tried.stdout).toMatch(
      /metadata set +schule +no +1 type, 1 form, 1 view, 1 list, 1 query, 1 criterion +\S*metadataset_schule\.xml \(XML\)/,
    );
    expect(tried.stdout).toMatch(/value list +schule\.valuespace_fach-fach +no +4 entries, 1 nested, in de, en, und/);
    expect(tried.stderr).toMatch(/Dry run: nothing was imported/);
    expect((await run(['mds', 'get', 'schule'])).code).not.toBe(0);
    const done = await run(words);
    expect([done.code, done.stderr]).toEqual([0, 'Import complete.\n']);
    expect((await run(['mds', 'get', 'schule'])).code).toBe(0);
    expect((await run([...words, '--yes'])).stdout).toMatch(/schule +yes/);
  });

  test('a file in XML comes with the value spaces, texts and override that lie about it', async () => {
    const { code, stdout, stderr } = await run([
      'mds',
      'import',
      join(metadataSamples, 'newer', 'xml', 'mds.xml'),
      '--id',
      'neu',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/metadata set +neu /);
    expect(stdout).toMatch(/neu\.valuespace_stufe +no +3 entries/);
    expect(stdout).not.toMatch(/mds_kurs/);
    expect(stderr).toMatch(/mds\.xml, line 57: left out: <configuration> in <widget>/);
    const fields = await json<{ name: string }>(['mds', 'get', 'neu']);
    expect(JSON.stringify(fields)).toContain('Unser eigener Satz');
  });

  test('a vocabulary is given to a property of a set that is there', async () => {
    await writeFile(file('klein.yaml'), 'id: klein\nname: Klein\nfields: [{ property: ccm:taxonid, caption: Fach }]\n');
    expect((await run(['mds', 'import', file('klein.yaml')])).code).toBe(0);
    await writeFile(file('v.ttl'), vocabulary);
    const given = await run(['mds', 'import', '--id', 'klein', '--list', `ccm:taxonid=${file('v.ttl')}`]);
    expect([given.code, given.stderr]).toEqual([0, 'Import complete.\n']);
    expect(given.stdout).toMatch(/metadata set +klein +yes +1 field +existing/);
    const exported = (await run(['mds', 'export', 'klein'])).stdout;
    expect(exported).toMatch(/property: ccm:taxonid\n +caption: Fach\n +values: v\n/);
    expect(exported).toMatch(/^--- # values\/v\.yaml$/m);
  });

  test('over a set that is there it asks, and keeps the file that is replaced', async () => {
    const sets = join(dataDirectory(), 'metadata-sets');
    const mine = '# Von Hand.\nid: hand\nname: Von Hand\nfields:\n  - property: cclom:title\n';
    await writeFile(join(sets, 'hand.yaml'), mine);
    await writeFile(file('hand.yaml'), 'id: hand\nname: Importiert\n');
    const words = ['mds', 'import', file('hand.yaml')];
    const copies = async () => (await readdir(sets)).filter((name) => /^hand\.yaml\..*\.bak$/.test(name));

    const refused = await run(words);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('The repository already has the metadata set hand. Nothing was imported.');
    expect(refused.stderr).toContain(`To confirm: edu-repo mds import --yes ${file('hand.yaml')}\n`);
    expect(await readFile(join(sets, 'hand.yaml'), 'utf8')).toBe(mine);
    expect((await run(words, { typed: 'n\r' })).code).toBe(1);
    expect(await readFile(join(sets, 'hand.yaml'), 'utf8')).toBe(mine);
    expect(await copies()).toEqual([]);

    expect((await run(words, { typed: 'y\r' })).stderr).toContain('keeps the replaced files');
    expect(await readFile(join(sets, 'hand.yaml'), 'utf8')).toContain('Importiert');
    const [copy = ''] = await copies();
    expect(await readFile(join(sets, copy), 'utf8')).toBe(mine);
    // The same once more changes nothing, and the copy is no set.
    expect((await run([...words, '--yes'])).code).toBe(0);
    expect(await copies()).toEqual([copy]);
    expect((await run(['status'])).stdout).not.toContain('.bak');
  });

  test('comments of a file that is brought, or that is there, stay where what they are about stays', async () => {
    const set = join(dataDirectory(), 'metadata-sets', 'garten-2.yaml');
    const text = [
      '# Satz der Gartenschule.',
      'id: garten-2',
      'name: { de: Garten } # nicht umbenennen',
      'fields:',
      '  # Der Titel steht auf dem Aushang.',
      '  - property: cclom:title',
      '    caption: Aushang',
      '  # Wird bald gebraucht.',
      '  - cclom:general_keyword',
      '  - property: ccm:taxonid # die Beete',
      '    values:',
      '      - { key: b1, caption: Beet 1 } # am Zaun',
      '      - { key: b2, caption: Beet 2 }',
      '',
    ].join('\n');
    await writeFile(file('garten-2.yaml'), text);
    expect((await run(['mds', 'import', file('garten-2.yaml')])).code).toBe(0);
    expect(await readFile(set, 'utf8')).toBe(text);

    // By way of an export, which has no comments, and an editor.
    const { stdout } = await run(['mds', 'export', 'garten-2']);
    const edited = stdout
      .replace('caption: Aushang', 'caption: Titel')
      .replace(/ +- key: b2\n +caption: Beet 2\n/, '')
      .replace('  - property: cclom:general_keyword\n', '');
    expect(edited).not.toContain('#');
    await writeFile(file('garten-2.yaml'), `${edited}aliases: [beete]\n`);
    expect((await run(['mds', 'import', file('garten-2.yaml'), '--yes'])).code).toBe(0);
    const now = await readFile(set, 'utf8');
    for (const comment of [
      '# Satz der Gartenschule.',
      '# nicht umbenennen',
      '# Der Titel steht',
      '# die Beete',
      '# am Zaun',
    ]) {
      expect(now).toContain(comment);
    }
    expect(now).toMatch(/# Der Titel steht auf dem Aushang\.\n {2}- property: cclom:title\n {4}caption: Titel\n/);
    expect(now).not.toMatch(/b2|general_keyword|bald gebraucht/);
    expect((await run(['mds', 'export', 'garten-2'])).stdout).toMatch(/aliases:\s+- beete/);
  });

  test('warns of properties that no content model names, also in a dry run', async () => {
    await writeFile(
      file('fremd.yaml'),
      'id: fremd\nfields: [{ property: cclom:title }, { property: ccm:gibt_es_nicht }, { property: suchwort }]\n',
    );
    for (const more of [['--dry-run'], []]) {
      const { code, stderr } = await run(['mds', 'import', file('fremd.yaml'), ...more]);
      expect(code).toBe(0);
      expect(stderr).toContain(
        'Warning: the content model does not define the property ccm:gibt_es_nicht of the set fremd.',
      );
      expect(stderr).not.toContain('cclom:title');
      expect(stderr).not.toContain('suchwort');
    }
  });

  test('a file with a mistake in it is not written over by what was read before', async () => {
    await writeFile(file('w.ttl'), vocabulary);
    const set = join(dataDirectory(), 'metadata-sets', 'garten.yaml');
    await writeFile(file('garten.yaml'), 'id: garten\nfields: [{ property: ccm:taxonid }]\n');
    expect((await run(['mds', 'import', file('garten.yaml')])).code).toBe(0);
    const edited = 'id: garten\nname: [Garten\n';
    await writeFile(set, edited);
    const refused = await run(['mds', 'import', file('garten.yaml'), '--list', `ccm:taxonid=${file('w.ttl')}`]);
    expect(refused.code).toBe(6);
    expect(refused.stderr).toMatch(
      /garten\.yaml has a mistake and would be overwritten: \S+garten\.yaml:3:1: .*Correct the file/,
    );
    expect(await readFile(set, 'utf8')).toBe(edited);
    await rm(set);
  });

  test('mistakes are told with their file and line, and nothing comes in', async () => {
    await mkdir(file('bad'));
    await writeFile(join(file('bad'), 'a.yaml'), 'id: halb\n');
    await writeFile(join(file('bad'), 'b.ttl'), `${vocabulary}<c> a skos:Concept ; skos:prefLabel "Drei .\n`);
    const { code, stderr } = await run(['mds', 'import', file('bad')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/b\.ttl cannot be read: line 5: it is not valid Turtle/);
    expect((await run(['mds', 'get', 'halb'])).code).not.toBe(0);
  });

  test('what is not clear is refused before anything is sent', async () => {
    expect((await run(['mds', 'import'])).code).toBe(2);
    expect((await run(['mds', 'import', '--list', 'discipline.ttl'])).code).toBe(2);
    const missing = await run(['mds', 'import', file('nobody.xml')]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('nobody.xml');
  });
});

describe('mds export', () => {
  test('what is written comes in again as the same set', async () => {
    expect((await run(['mds', 'export', 'default', '--to', file('default.yaml')])).code).toBe(0);
    const text = await readFile(file('default.yaml'), 'utf8');
    expect((await run(['mds', 'export', 'default'])).stdout).toBe(text);
    expect((await run(['mds', 'import', file('default.yaml'), '--yes'])).code).toBe(0);
    expect((await run(['mds', 'export', 'default'])).stdout).toBe(text);
    expect((await run(['mds', 'import', file('default.yaml'), '--id', 'abschrift'])).code).toBe(0);
    expect((await run(['mds', 'export', 'abschrift'])).stdout).toMatch(/^id: abschrift\n/);
  });

  test('a file that is there stays as it is without --force, and an unknown set names the nearest', async () => {
    await writeFile(file('there.yaml'), 'mine');
    const refused = await run(['mds', 'export', 'default', '--to', file('there.yaml')]);
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringMatching(/already exists\.\n.*only with --force/)]);
    expect(await readFile(file('there.yaml'), 'utf8')).toBe('mine');
    expect((await run(['mds', 'export', 'default', '--to', file('there.yaml'), '--force'])).code).toBe(0);
    expect(await readFile(file('there.yaml'), 'utf8')).toMatch(/^id: default\n/);
    const unknown = await run(['mds', 'export', 'defalt']);
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('"default"');
  });
});
