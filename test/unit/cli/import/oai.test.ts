import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SourceOptions } from '../../../../src/cli/import/source.ts';
import { oai } from '../../../../src/cli/import/sources/oai.ts';
import { oaiDc } from '../../../../src/cli/import/sources/oai-dc.ts';
import { type OaiServer, servedRecords, startOaiServer } from '../../../support/oai-server.ts';
import { addressInput, fileInput, readSource, valuesOf } from '../../../support/read-source.ts';

let server: OaiServer;

beforeEach(async () => {
  server = await startOaiServer(servedRecords(25));
});

afterEach(() => server.close());

const harvested = (more: Partial<SourceOptions> = {}, query = '') =>
  readSource(oai, addressInput(`${server.url}${query}`), { allowedHosts: ['127.0.0.1'], ...more });
const keysOf = (items: readonly { readonly key: string | undefined }[]) => items.map(({ key }) => key);
const keys = (...numbers: number[]) => numbers.map((number) => `oai:example.org:${number}`);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('a harvest', () => {
  test('reads all pages, and each record as a whole', async () => {
    const { items, source } = await harvested();
    expect(keysOf(items)).toEqual(keys(...upTo(25)));
    expect(source).toMatchObject({
      understoodAs: 'a harvest of "Schulbuch & Co" (OAI-PMH, oai_dc)',
      name: server.url,
    });
    expect(server.requests.map((query) => query.get('verb'))).toEqual(['Identify', ...Array(3).fill('ListRecords')]);
    expect(items[6]).toMatchObject({ where: 'record oai:example.org:7', kind: 'file', folders: [], problems: [] });
    expect(items[6] && valuesOf(items[6])).toEqual({
      'cclom:title': ['Arbeitsblatt 7 <& Lösung>'],
      'cclom:general_description': ['Zum <Üben>'],
      'cclom:general_keyword': ['Brüche', 'Klasse 6'],
      'cclom:general_language': ['ger'],
      'cclom:general_identifier': ['10.1234/abc.7', 'https://example.org/blatt/7'],
      'ccm:wwwurl': ['https://example.org/blatt/7'],
      'ccm:author_freetext': ['Mustermensch, Maxima'],
      'ccm:lifecyclecontributer_author': [
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Mustermensch;Maxima;;;\r\nFN:Maxima Mustermensch\r\nEND:VCARD',
      ],
      'ccm:lifecyclecontributer_publisher': [
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:Verlag\r\nORG:Verlag\r\nEND:VCARD',
      ],
      'ccm:published_date': ['2024-05-06'],
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:commonlicense_cc_version': ['4.0'],
      'cclom:rights_description': ['frei nutzbar'],
    });
    expect(items[6]?.fields.find(({ property }) => property === 'cclom:general_language')?.values).toEqual([
      ['ger', 'de'],
    ]);
  });

  test('takes set, format and date from the address or the options', async () => {
    expect(keysOf((await harvested({}, '?verb=ListRecords&metadataPrefix=oai_dc&set=deutsch')).items)).toHaveLength(12);
    const { items, source } = await harvested({ metadataPrefix: 'oai_lom', set: 'mathe', from: '2025-01-02' });
    expect(source.understoodAs).toBe('a harvest of "Schulbuch & Co" (OAI-PMH, oai_lom, set mathe, since 2025-01-02)');
    expect(items.map(valuesOf)).toEqual([{ 'cclom:title': ['Arbeitsblatt 25 <& Lösung>'] }]);
    await expect(harvested({}, '?verb=GetRecord&identifier=1')).rejects.toThrow(/cannot be called/);
  });

  test('run again takes what changed since the first, and what was deleted', async () => {
    const first = await harvested();
    const since = first.source.state?.();
    expect(since).toBe('2025-02-01T10:00:00Z');
    const changed = {
      ...servedRecords(3)[2],
      title: 'Neu',
      datestamp: '2025-02-02T00:00:00Z',
    } as OaiServer['records'][0];
    const gone = { ...servedRecords(2)[1], isDeleted: true, datestamp: '2025-02-03T00:00:00Z' } as typeof changed;
    server.records = [...server.records.filter(({ number }) => number !== 2 && number !== 3), changed, gone];
    const second = await harvested({ since });
    expect(keysOf(second.items)).toEqual(keys(3, 2));
    expect(second.items.map(({ deleted }) => deleted)).toEqual([undefined, true]);
    expect(second.items[1]).toEqual(expect.objectContaining({ fields: [], problems: [], content: undefined }));
    server.records = [];
    expect((await harvested({ since })).items).toEqual([]);
  });

  test('asks in days where the repository has no times', async () => {
    server.hasTimes = false;
    const { source } = await harvested({ since: '2025-01-01T07:00:00Z' });
    expect(server.requests[1]?.get('from')).toBe('2025-01-01');
    expect(source.state?.()).toBe('2025-02-01');
  });

  test('loses a broken record alone', async () => {
    server.records = servedRecords(25).map((record) => ({ ...record, isBroken: [3, 10, 25].includes(record.number) }));
    const { items, source } = await harvested();
    expect(keysOf(items)).toEqual(keys(...upTo(25)));
    const bad = items.filter(({ problems }) => problems.length > 0);
    expect(keysOf(bad)).toEqual(keys(3, 10, 25));
    expect(bad[0]?.problems[0]).toMatchObject({ severity: 'error', why: expect.stringMatching(/not well-formed XML/) });
    expect(source.state?.()).toBeDefined();
  });

  test.each([
    { declared: 'ISO-8859-1', sent: 'latin1' },
    { declared: 'windows-1252', sent: 'latin1' },
    { declared: 'UTF-16', sent: 'utf16le' },
  ] as const)('reads responses in the encoding that they declare: $declared', async (encoding) => {
    server.encoding = encoding;
    const { items } = await harvested();
    expect(keysOf(items)).toEqual(keys(...upTo(25)));
    expect(items[6] && valuesOf(items[6])['cclom:title']).toEqual(['Arbeitsblatt 7 <& Lösung>']);
  });

  test('refuses the records that have another encoding than they declare, and no others', async () => {
    server.encoding = { declared: 'UTF-8', sent: 'latin1' };
    server.records = servedRecords(5).map((record) =>
      record.number === 3 ? record : { ...record, title: 'Blatt', isDeleted: record.number > 1 },
    );
    const { items } = await harvested();
    const bad = items.filter(({ problems }) => problems.length > 0);
    // The first has an umlaut in its keywords.
    expect(keysOf(bad)).toEqual(keys(1, 3));
    expect(bad[1]?.problems[0]).toMatchObject({ why: expect.stringMatching(/not well-formed XML/) });
    expect(items.filter(({ deleted }) => deleted === true)).toHaveLength(3);
  });

  test('names an encoding that nobody knows', async () => {
    server.encoding = { declared: 'klingonisch', sent: 'utf8' };
    await expect(harvested()).rejects.toMatchObject({ why: expect.stringMatching(/encoding that is unknown/) });
  });

  test('waits as the server asks, and goes on', async () => {
    const start = performance.now();
    server.failing = [{ status: 503, retryAfter: 1 }, { status: 429, retryAfter: 0 }, { status: 502 }];
    expect((await harvested()).items).toHaveLength(25);
    expect(performance.now() - start).toBeGreaterThan(1_000);
    server.failing = Array(4).fill({ status: 503, retryAfter: 0 });
    await expect(harvested()).rejects.toMatchObject({ why: 'The server returned the status 503.', exitCode: 8 });
  });
});

describe('a faulty server', () => {
  test.each([
    ['repeats its token', /has no end/, /repeated a resumption token/],
    ['sends the same page again and again', /has no end/, /sent the same records twice/],
    ['sends empty pages', /has no end/, /11 empty pages in a row/],
    ['answers HTML', /does not return OAI-PMH/, /a web page instead of XML/],
    ['answers JSON', /does not return OAI-PMH/, /not XML/],
    ['declares entities', /does not return OAI-PMH/, /declares entities/],
    ['forgets its tokens', /refused the harvest/, /badResumptionToken: expired/],
  ] as const)('that %s ends the harvest', async (fault, what, why) => {
    server.fault = fault;
    server.pageSize = fault === 'repeats its token' ? 3 : 10;
    await expect(harvested()).rejects.toMatchObject({
      message: expect.stringMatching(what),
      why: expect.stringMatching(why),
    });
  });

  test('that sends more than it announced ends the harvest', async () => {
    server.records = servedRecords(2_000);
    server.pageSize = 500;
    server.fault = 'sends more than it announced';
    await expect(harvested()).rejects.toMatchObject({
      why: expect.stringMatching(/announced 1 records, and sent 1500/),
    });
  });

  test('whose page ends in the middle is asked again', async () => {
    const source = await oai.open(addressInput(server.url), {
      ...{ unpack: undefined, signal: new AbortController().signal, context: {} as SourceOptions['context'] },
      allowedHosts: ['127.0.0.1'],
    });
    server.fault = 'answers half a page';
    const all = async () => {
      for await (const item of source.items()) {
        expect(item.problems).toEqual([]);
      }
    };
    await expect(all()).rejects.toThrow(/is incomplete/);
    expect(server.requests).toHaveLength(5);
    expect(source.state?.()).toBeUndefined();
  });

  test('refuses a format that it does not have', async () => {
    await expect(harvested({ metadataPrefix: 'marc' })).rejects.toMatchObject({
      why: 'cannotDisseminateFormat: no',
      next: expect.stringContaining('ListMetadataFormats'),
    });
  });

  test('on this machine is not called unless it is allowed', async () => {
    await expect(harvested({ allowedHosts: [] })).rejects.toMatchObject({
      next: expect.stringContaining('--allow-host'),
    });
    expect(server.requests).toEqual([]);
  });
});

describe('files', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oai-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const itemsIn = async (text: string) => {
    const path = join(folder, 'records.xml');
    await writeFile(path, text);
    const input = await fileInput(path);
    return { recognised: await oaiDc.recognises(input), items: (await readSource(oaiDc, input)).items };
  };

  test('a saved response, with a broken record', async () => {
    server.records = servedRecords(3).map((record) => ({ ...record, isBroken: record.number === 2 }));
    const response = await fetch(`${server.url}?verb=ListRecords&metadataPrefix=oai_dc`);
    const { recognised, items } = await itemsIn(await response.text());
    expect(recognised).toBe(true);
    expect(items.map(({ key, problems }) => [key, problems.length])).toEqual([
      ['oai:example.org:1', 0],
      ['oai:example.org:2', 1],
      ['oai:example.org:3', 0],
    ]);
  });

  test('a record alone', async () => {
    const { recognised, items } = await itemsIn(
      '<dc:dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A</dc:title><dc:identifier>doi:10.1234/x</dc:identifier></dc:dc>',
    );
    expect(recognised).toBe(true);
    expect(items.map((item) => [item.key, valuesOf(item)])).toEqual([
      [
        'doi:10.1234/x',
        {
          'cclom:title': ['A'],
          'cclom:general_identifier': ['doi:10.1234/x'],
          'ccm:wwwurl': ['https://doi.org/10.1234/x'],
        },
      ],
    ]);
  });

  test.each([
    ['', '^It is empty'],
    ['<a/>', 'has no element'],
    ['<dc xmlns="http://purl.org/dc/elements/1.1/"><title>', 'not well-formed'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><dc/>', 'declares entities'],
    ['<dc><title>\0</title></dc>', 'not well-formed'],
  ])('%s is refused', async (text, why) => {
    await expect(itemsIn(text)).rejects.toMatchObject({ why: expect.stringMatching(new RegExp(why)) });
  });
});
