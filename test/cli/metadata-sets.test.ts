import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

describe('mds list', () => {
  test('shows each set, the default one first', async () => {
    const { code, stdout } = await run(['mds', 'list', '--locale', 'de']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +DEFAULT +NAME\ndefault +yes +Unterrichtsmaterial$/m);
    expect((await run(['mds', 'ls', '-o', 'id'])).stdout).toBe('default\nuniversity\n');
    const { metadatasets } = await json<{ metadatasets: { name: string }[] }>(['mds', 'list', '--locale', 'en_GB']);
    expect(metadatasets[0]?.name).toBe('Teaching material');
  });
});

describe('mds get', () => {
  test('shows the fields, and as JSON all of the set', async () => {
    const { stdout } = await run(['mds', 'get', '--locale', 'de_DE']);
    expect(stdout).toMatch(/^ccm:commonlicense_key +singleoption +12 +mandatoryForPublish +Lizenz$/m);
    const set = await json<{ mds: { ref: { id: string } }; groups: unknown[] }>(['mds', 'get', 'mds_oeh']);
    expect(set.mds.ref.id).toBe('default');
    expect(set.groups.length).toBeGreaterThan(2);
  });

  test('names the nearest set where there is none', async () => {
    const { code, stderr } = await run(['mds', 'get', 'univercity']);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/no metadata set "univercity"\. The nearest one is "university"/);
  });
});

describe('mds values', () => {
  test('finds values, in the language that was asked for', async () => {
    const { stdout } = await run(['mds', 'values', 'default', 'cclom:general_language', 'franz', '--locale', 'de']);
    expect(stdout).toMatch(/^fr +Französisch$/m);
    expect((await run(['mds', 'values', 'mds', 'ccm:commonlicense_key', 'PDM', '-o', 'id'])).stdout).toBe('PDM\n');
    expect((await run(['mds', 'values', 'ccm:commonlicense_key', 'PDM', '-o', 'id'])).stdout).toBe('PDM\n');
    expect((await run(['mds', 'values', 'ccm:taxonid', 'a', 'b'])).code).toBe(2);
    const alone = await run(['mds', 'values', 'default']);
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining('"default" was read as the ID of a metadata set'),
    ]);
    const { values } = await json<{ values: { key: string }[] }>(['mds', 'values', 'mds', 'ccm:commonlicense_key']);
    expect(values.length).toBeGreaterThan(10);
  });

  test('says why there is nothing to show, and how to see what there is', async () => {
    const pattern = await run(['mds', 'values', 'default', 'ccm:taxonid', 'Alchemie']);
    expect([pattern.code, pattern.stdout]).toEqual([0, '']);
    expect(pattern.stderr).toMatch(/No value of ccm:taxonid contains "Alchemie"\. .*mds values default ccm:taxonid$/m);
    const free = await run(['mds', 'values', 'default', 'cclom:title']);
    expect([free.code, free.stdout]).toEqual([0, '']);
    expect(free.stderr).toMatch(/cclom:title has no value list\. .*--facet cclom:title$/m);
    expect((await run(['mds', 'values', 'default', 'cclom:title', '--quiet'])).stderr).toBe('');
  });

  test('names the nearest property or query where there is none', async () => {
    const property = await run(['mds', 'values', 'default', 'ccm:taxonis']);
    expect(property.stderr).toMatch(/no property "ccm:taxonis" .*The nearest one is "ccm:taxonid"/);
    const query = await run(['mds', 'values', 'default', 'ccm:taxonid', 'x', '--query', 'ngsaerch']);
    expect(query.stderr).toMatch(/no query .*The nearest one is "ngsearch"/);
    expect([property.code, query.code]).not.toContain(0);
  });
});

describe('mds explain', () => {
  test('tells what a property is called, what can be put, and where it is searched', async () => {
    const { code, stdout } = await run(['mds', 'explain', 'ccm:educationalcontext', '--locale', 'de']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/caption +Bildungsstufe/);
    expect(stdout).toMatch(/meaning +Level of education/);
    expect(stdout).toMatch(
      /values +Elementarbereich \| .* and 8 more; to list them: edu-repo mds values default ccm:educationalcontext/,
    );
    expect(stdout).toMatch(/shown in +io, ngsearch/);
    expect(stdout).toMatch(/searched by ngsearch/);
    expect(await json(['mds', 'explain', 'ccm:taxonid', '--mds', 'university', '--locale', 'en'])).toMatchObject({
      caption: 'Subject of study',
      type: 'text',
      several: true,
    });
  });

  test('tells of what the set does not show, and names the nearest of what nobody knows', async () => {
    expect((await run(['mds', 'explain', 'ccm:wf_status'])).stdout).toMatch(/meaning +Workflow state/);
    const { code, stderr } = await run(['mds', 'explain', 'ccm:taxonidd']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/most similar known property is ccm:taxonid\./);
  });
});

describe('status', () => {
  test('names the sets, and the file that is to be mended', async () => {
    expect((await run(['status'])).stdout).toMatch(/metadata sets +default, university/);
    await writeFile(join(repository.dataDirectory(), 'metadata-sets', 'kaputt.yaml'), 'name: [\n');
    expect((await run(['status'])).stdout).toMatch(/configuration error +\S*kaputt\.yaml:\d+:\d+: .*ignored/);
  });
});

describe('mds check', () => {
  const check = async (name: string, text: string) => {
    const file = join(repository.dataDirectory(), name);
    await writeFile(file, text);
    const result = await run(['mds', 'check', file]);
    await rm(file);
    return result;
  };

  test('says that a set or a value list can be read, and takes neither in', async () => {
    const set = await check('probe.yaml', 'id: probe\ninherits: default\nfields: [{ property: ccm:a, caption: A }]\n');
    expect([set.code, set.stderr]).toEqual([0, '']);
    expect(set.stdout).toMatch(/metadata set +probe +no +1 field /);
    const list = await check('werte.yaml', 'id: werte\nentries: [a, b]\n');
    expect([list.code, list.stdout]).toEqual([0, expect.stringMatching(/value list +werte +no +2 entries/)]);
    expect((await run(['mds', 'list', '-o', 'id'])).stdout).not.toContain('probe');
  });

  test('takes several files together, each with what the others have', async () => {
    const [set, list] = ['beruf.yaml', 'felder.yaml'].map((name) => join(repository.dataDirectory(), name));
    await writeFile(set ?? '', 'id: beruf\nfields: [{ property: ccm:taxonid, values: felder }]\n');
    await writeFile(list ?? '', 'id: felder\nentries: [a, b]\n');
    const { code, stdout, stderr } = await run(['mds', 'check', set ?? '', list ?? '']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^metadata set +beruf [\s\S]*^value list +felder /m);
  });

  test('tells a mistake with its line, and a file that is not there', async () => {
    const wrong = await check('probe.yaml', 'id: probe\nfeilds: []\n');
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toMatch(/2.*feilds is not a valid key here; the nearest one is fields/);
    const missing = await run(['mds', 'check', 'nirgends.yaml']);
    expect(missing.code).not.toBe(0);
    expect(missing.stderr).toMatch(/nirgends\.yaml/);
  });

  test('finds what lies beside a set, and tells what is nowhere', async () => {
    const folder = join(repository.dataDirectory(), 'entwurf');
    const file = join(folder, 'beruf.yaml');
    await mkdir(join(folder, 'values'), { recursive: true });
    await writeFile(file, 'id: beruf\nfields: [{ property: ccm:taxonid, values: lernfelder }]\n');
    const alone = await run(['mds', 'check', file]);
    expect(alone.code).not.toBe(0);
    expect(alone.stderr).toMatch(
      /beruf\.yaml: not usable: ccm:taxonid refers to lernfelder, which is not a value list/,
    );
    await writeFile(join(folder, 'values', 'lernfelder.yaml'), 'id: lernfelder\nentries: [a, b]\n');
    const together = await run(['mds', 'check', file]);
    expect([together.code, together.stderr]).toEqual([0, '']);
    expect(together.stdout).toMatch(/value list +lernfelder +no +2 entries/);
    const imported = await run(['mds', 'import', file, '--dry-run']);
    expect(together.stdout).toBe(imported.stdout);
    await rm(folder, { recursive: true });
  });
});
