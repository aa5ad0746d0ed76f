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

/** Makes a node with content. */
const put = (name: string, content: string) => made.file(top, name, content);

const { idOf } = made;

describe('search', () => {
  test('finds what was just put in by a word, its beginning, with a typo and other umlauts', async () => {
    const id = await put('Photosynthese.txt', 'Blattgrün und Übungsgröße');
    for (const words of [['photosynthese'], ['photosyn'], ['photosyntese'], ['uebungsgroesse', 'blattgruen']]) {
      expect((await run(['search', ...words, '-o', 'id'])).stdout, words.join(' ')).toContain(id);
    }
  });

  test('shows the path of each hit, and with -l its id, by which it opens from anywhere', async () => {
    const id = await put('Rhabarber.txt', 'Kuchen');
    const path = `${top}/Rhabarber.txt`;
    expect((await run(['search', 'rhabarber'])).stdout).toMatch(new RegExp(` ${path}$`, 'm'));
    expect((await run(['search', 'rhabarber', '-l'])).stdout).toMatch(new RegExp(`${id} +${path}$`, 'm'));
    for (const address of [path, id]) expect((await run(['node', 'get', address, '-o', 'id'])).stdout).toBe(`${id}\n`);
  });

  test('says how much there is more, and gives it by --limit and --skip', async () => {
    for (const name of ['zitrone-1', 'zitrone-2', 'zitrone-3']) await run(['node', 'create', top, name]);
    const first = await run(['search', 'zitrone', '--limit', '2', '-o', 'id']);
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(first.stderr).toBe('1 to 2 of 3; show more with --limit and --skip, or --all\n');
    const rest = await run(['search', 'zitrone', '--limit', '2', '--skip', '2', '-o', 'id']);
    expect(rest.stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  test('counts values with --facet', async () => {
    await run(['node', 'create', top, 'melone', '-p', 'ccm:educationalcontext=Grundschule', '--any-value']);
    const { stdout } = await run(['search', 'melone', '--facet', 'ccm:educationalcontext']);
    expect(stdout).toMatch(/^Grundschule +1$/m);
    const found = await json<{ facettes: object[] }>(['search', 'melone', '--facet', 'ccm:educationalcontext']);
    expect(found.facettes).toEqual([
      {
        property: 'ccm:educationalcontext',
        values: [{ value: 'Grundschule', count: 1 }],
        sumOtherDocCount: 0,
      },
    ]);
  });

  test('finds nothing without an error, and tells of a query that is none', async () => {
    expect(await run(['search', 'xyzzyplugh'])).toMatchObject({ code: 0, stdout: '' });
    const { code, stderr } = await run(['search', '--query', '"open']);
    expect(code).toBe(1);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    const [, shown = '', mark = ''] = lines;
    expect(shown[mark.indexOf('^')]).toBe('"');
  });
});

describe('api', () => {
  test('gets without a method, prints heads, all pages, and what a filter finds', async () => {
    const top = '/node/v1/nodes/-home-/-companyhome-/children';
    for (const name of ['Seite-1', 'Seite-2', 'Seite-3']) await run(['mkdir', `/${name}`]);
    const { stdout } = await run(['api', `${top}?maxItems=1`, '--paginate', '--jq', '.nodes[].name']);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['Seite-1', 'Seite-2', 'Seite-3']));
    const head = await run(['api', '/_about', '-i', '--jq', '.version.major']);
    expect(head.stdout).toMatch(/^HTTP 200\n/);
    expect(head.stdout).toMatch(/\n\n\d+\n$/);
    expect(await run(['api', '/_about', '--jq', '.['])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('jq'),
    });
    // Of half a megabyte: a filter once took a minute for it.
    expect((await run(['api', '/openapi.json', '--jq', '.info.title'])).stdout).toBe('edu-repo\n');
    const missing = await run(['api', '/node/v1/nodes/-home-/nirgends/metadata', '--jq', '.node.ref.id']);
    expect([missing.code, missing.stdout]).toEqual([3, expect.stringContaining('does not exist')]);
    expect(await run(['api', '/_about', '--paginate'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no pages'),
    });
  });

  test('sends a call as it stands and prints the answer', async () => {
    const { code, stdout } = await run(['api', 'GET', '/_about']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: { major: 3, minor: 1 } });
  });

  test('takes the query from the path and from fields', async () => {
    for (const name of ['a', 'b', 'c']) await run(['node', 'create', top, name]);
    const path = `/node/v1/nodes/-home-/${await idOf(top)}/children`;
    const { stdout } = await run(['api', 'get', `${path}?maxItems=1`, '-f', 'skipCount=1']);
    expect(JSON.parse(stdout).nodes.map(({ name }: { name: string }) => name)).toEqual(['b']);
  });

  test('makes a JSON body of the other fields, or takes one from a file or stdin', async () => {
    const id = await put('x', 'x');
    const path = `/node/v1/nodes/-home-/${id}/metadata`;
    await run(['api', 'PUT', path, '-f', 'cclom:title=eins']);
    await run(['api', 'PUT', path, '--input', '-'], { input: '{"cclom:general_description":["zwei"]}' });
    const { node } = await json<NodeEntry>(['node', 'get', id]);
    expect(node.properties).toMatchObject({ 'cclom:title': ['eins'], 'cclom:general_description': ['zwei'] });
    const broken = await run(['api', 'PUT', path, '--input', '-'], { input: '{"cclom:title":' });
    expect(broken.code).toBe(2);
  });

  test('uploads and downloads files', async () => {
    const id = await put('x.txt', 'alt');
    const content = `/node/v1/nodes/-home-/${id}/content`;
    const sent = await run(['api', 'POST', content, '-f', 'mimetype=text/plain', '--input', '-'], { input: 'neu' });
    expect(JSON.parse(sent.stdout).node.size).toBe('3');
    expect((await run(['api', 'GET', '/eduservlet/download', '-f', `nodeId=${id}`])).stdout).toBe('neu');
  });

  test('prints an error answer as well, with three lines and its exit code', async () => {
    const { code, stdout, stderr } = await run(['api', 'GET', '/node/v1/nodes/-home-/nirgends/metadata']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'org.edu_sharing.restservices.DAOMissingException' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });
});
