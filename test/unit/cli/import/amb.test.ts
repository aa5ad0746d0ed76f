import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amb } from '../../../../src/cli/import/sources/amb.ts';
import { corpusDirectory } from '../../../support/corpus.ts';
import { fileInput, readSource, valuesOf } from '../../../support/read-source.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amb-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, text: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, text);
  return fileInput(path);
}

const itemsIn = async (name: string, text: string | Buffer) => (await readSource(amb, await written(name, text))).items;

const context = ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }];
const record = (number: number, more: { readonly description?: string } = {}) => ({
  '@context': context,
  id: `https://example.org/${number}`,
  type: ['LearningResource'],
  name: `Titel ${number}`,
  ...more,
});
const lines = (...records: unknown[]): string =>
  records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
const titles = (items: Awaited<ReturnType<typeof itemsIn>>) =>
  items.map((item) => valuesOf(item)['cclom:title']?.[0] ?? item.problems.map(({ why }) => why).join(' '));

/**
 * The rules that the invalid samples break. All are about the record itself. Some samples break more than the rule in their name: two
 * videos have a wrong duration as well, and mainEntityOfPage has a type that is not allowed.
 */
const duration = 'AMB: duration must be a duration of ISO 8601, such as PT47M58S.';
const webContent = 'AMB: mainEntityOfPage[0].type must be WebContent.';
const label = (path: string) => `AMB: ${path}.prefLabel must have a text for each language, such as { "de": "Video" }.`;
const date = (path: string) => `AMB: ${path} must be a date in the form 2025-12-31 or 2025-12-31T14:30:00Z.`;
const number = (path: string) => `AMB: ${path} must be a number without a unit, as a text.`;
const subjects =
  'AMB: about needs a concept whose id starts with https://w3id.org/kim/hochschulfaechersystematik/ or http://w3id.org/kim/schulfaecher/.';
const noLanguage =
  'AMB: @context needs an object with the language of the texts as @language, such as { "@language": "de" }.';

const reasons: Readonly<Record<string, readonly string[]>> = {
  'Mozilla-Public-License': [
    'AMB: license.id must be the address of a licence of Creative Commons, GNU, Apache, MIT or BSD.',
  ],
  about: [subjects],
  affiliationWithoutName: ['AMB: publisher[0].affiliation.name is missing.'],
  assessesWithoutURI: ['AMB: assesses[0].id must be a text.'],
  captionInMultipleLanguages: [duration, 'AMB: caption must be a list, in [ ].'],
  captionWithoutArray: [duration, 'AMB: caption must be a list, in [ ].'],
  competencyRequiredAsObject: ['AMB: competencyRequired must be a list, in [ ].'],
  conceptWithMonolingualLabels: [label('about[0]'), label('learningResourceType[0]'), label('audience[0]')],
  conditionsOfAccessStringInsteadObject: ['AMB: conditionsOfAccess must be an object, in { }.'],
  contentSizeAndBitRateWithUnits: [0, 1].flatMap((at) => [
    number(`encoding[${at}].contentSize`),
    number(`encoding[${at}].bitrate`),
  ]),
  educationalLevelWithWrongID: ['AMB: educationalLevel[0].id must start with https://w3id.org/kim/educationalLevel/.'],
  funderInvalidType: ['AMB: funder[0].type must be Person or FundingScheme or Organization.'],
  inLanguageWithoutArray: ['AMB: inLanguage must be a list, in [ ].'],
  interactivityType: ['AMB: interactivityType.id is missing.', label('interactivityType')],
  invalidAboutConceptUri: [subjects],
  isAccessibleForFree: ['AMB: isAccessibleForFree must be true or false.'],
  isBasedOn_noArray: ['AMB: isBasedOn must be a list, in [ ].', webContent],
  isBasedOn_noIdOrName: ['AMB: isBasedOn[0] needs id or name.'],
  keywordWithoutArray: ['AMB: keywords must be a list, in [ ].', 'AMB: mainEntityOfPage must be a list, in [ ].'],
  'learningResourceType-wihtout-any-valid-id': [
    'AMB: learningResourceType needs a concept whose id starts with https://w3id.org/kim/hcrt/ or http://w3id.org/openeduhub/vocabs/new_lrt/.',
  ],
  'license-as-string': ['AMB: license must be an object, in { }.'],
  lrtWithoutArray: ['AMB: learningResourceType must be a list, in [ ].'],
  mainEntityOf: ['AMB: mainEntityOfPage must be a list, in [ ].'],
  mainEntityOfPageInvalidType: [webContent],
  missingDefaultLanguage: [noLanguage],
  missingDefaultLanguage2: [noLanguage],
  noContext: ['AMB: @context is missing.'],
  partWithoutId: ['AMB: isPartOf[0].id is missing.', 'AMB: hasPart[0].id is missing.'],
  teachesWithoutLocalizedPrefLabel: [label('teaches[0]')],
  typeAsURI: ['AMB: type[1] must be the name of a kind of work of schema.org, such as Course.'],
  typeWithoutArray: ['AMB: type must be a list, in [ ].'],
  typeWithoutLearningResource: ['AMB: type needs LearningResource.'],
  videoWithoutUrls: [
    number('encoding[0].contentSize'),
    number('encoding[0].bitrate'),
    'AMB: encoding[0] needs contentUrl or embedUrl.',
  ],
  wrongContextLink: ['AMB: @context needs https://w3id.org/kim/amb/context.jsonld.'],
  wrongDateTime: [
    ...['dateCreated', 'dateModified'].map(date),
    webContent,
    ...['mainEntityOfPage[0].dateCreated', 'mainEntityOfPage[0].dateModified'].map(date),
  ],
  wrongDefaultLanguageTag: ['AMB: @context has no code of two letters as @language, such as { "@language": "de" }.'],
  wrongDuration: [duration],
};

describe('the corpus', () => {
  test('each invalid sample names the rules that it breaks, and has no values', async (context) => {
    const samples = join(corpusDirectory(context), 'amb-jsonld', 'invalid');
    const found: Record<string, unknown> = {};
    for (const name of await readdir(samples)) {
      const input = await fileInput(join(samples, name));
      expect(await amb.recognises(input), name).toBe(true);
      const { items } = await readSource(amb, input);
      expect(items, name).toHaveLength(1);
      expect(items[0]?.fields, name).toEqual([]);
      found[name.replace('.json', '')] = items[0]?.problems.map(({ why }) => why);
    }
    expect(found).toEqual(reasons);
  });

  test('each valid sample is one item without problems', async (context) => {
    const samples = join(corpusDirectory(context), 'amb-jsonld', 'valid');
    const names = await readdir(samples);
    expect(names).toHaveLength(35);
    for (const name of names) {
      const input = await fileInput(join(samples, name));
      expect(await amb.recognises(input), name).toBe(true);
      const { items } = await readSource(amb, input);
      expect(
        items.map(({ problems }) => problems),
        name,
      ).toEqual([[]]);
    }
  });

  test('each line of a list is an item', async (context) => {
    const input = await fileInput(join(corpusDirectory(context), 'resource-lists', 'resources.amb.jsonl'));
    const { items, source } = await readSource(amb, input);
    expect(source.understoodAs).toBe('AMB records (JSON lines)');
    expect(items).toHaveLength(2440);
    expect(items.flatMap(({ problems }) => problems)).toEqual([]);
    expect(items[2439]?.where).toBe('line 2440');
    expect(items[0]).toEqual({
      where: 'line 1',
      key: 'https://www.redhat.com/de/topics/automation/learning-ansible-tutorial',
      folders: [],
      kind: 'file',
      name: undefined,
      fields: [
        { property: 'cclom:title', label: 'name', values: [['Ansible Tutorial']] },
        { property: 'cclom:general_keyword', label: 'keywords', values: [['Ansible']] },
        { property: 'cclom:general_language', label: 'inLanguage', values: [['de']] },
        {
          property: 'ccm:wwwurl',
          label: 'id',
          values: [['https://www.redhat.com/de/topics/automation/learning-ansible-tutorial']],
        },
        { property: 'ccm:author_freetext', label: 'creator', values: [['RedHat']] },
        {
          property: 'ccm:lifecyclecontributer_author',
          label: 'creator',
          values: [['BEGIN:VCARD\r\nVERSION:3.0\r\nN:RedHat;;;;\r\nFN:RedHat\r\nEND:VCARD']],
        },
      ],
      content: undefined,
      problems: [],
    });
  });

  test('people, concepts, licence, preview and link of a record', async (context) => {
    const samples = join(corpusDirectory(context), 'amb-jsonld', 'valid');
    const only = async (name: string) => (await readSource(amb, await fileInput(join(samples, name)))).items[0];
    const tutory = await only('tutoryExample.json');
    expect(tutory && valuesOf(tutory)).toMatchObject({
      'cclom:general_description': ['Französisch-Arbeitsblatt'],
      'cclom:general_keyword': ['Französisch', 'Niveau A2'],
      'ccm:commonlicense_key': ['CC_0'],
      'ccm:commonlicense_cc_version': ['1.0'],
      'ccm:author_freetext': ['HerunterS'],
      'ccm:educationallearningresourcetype': ['https://w3id.org/kim/hcrt/worksheet'],
      'ccm:oeh_lrt': ['http://w3id.org/openeduhub/vocabs/new_lrt/36e68792-6159-481d-a97b-2c00901f4f78'],
    });
    expect(tutory?.preview?.fileName).toBe('fbbadf1a-145a-463d-9a43-1ae9965c86b9.jpg');
    expect(tutory?.fields.find(({ property }) => property === 'ccm:taxonid')?.values).toEqual([
      ['http://w3id.org/kim/schulfaecher/s1009', 'Französisch'],
    ]);
    const labels = await only('conceptsWithMultilingualLabels.json');
    expect(labels?.fields.find(({ property }) => property === 'ccm:taxonid')?.values).toEqual([
      ['https://w3id.org/kim/hochschulfaechersystematik/n059', 'Französisch', 'French', 'Français'],
    ]);
    expect(labels && valuesOf(labels)).toMatchObject({
      'ccm:commonlicense_key': ['CUSTOM'],
      'cclom:rights_description': ['http://www.gnu.org/licenses/agpl-3.0'],
      'ccm:lifecyclecontributer_publisher': [
        expect.stringMatching(/\nFN:Tutory\r\nORG:Tutory\r\nURL:https:\/\/www\.tutory\.de\r/),
      ],
    });
    const affiliated = await only('affiliation.json');
    expect(affiliated && valuesOf(affiliated)).toMatchObject({
      'ccm:author_freetext': ['Dr. Hans Dampf', 'Bea B'],
      'ccm:lifecyclecontributer_author': [
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Dampf;Hans;;Dr.;\r\nFN:Dr. Hans Dampf\r\nORG:Universität Köln\r\nEND:VCARD',
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:B;Bea;;;\r\nFN:Bea B\r\nORG:RWTH Aachen\r\nURL:https://example.org/bea-b\r\nEND:VCARD',
      ],
      'ccm:lifecyclecontributer_unknown': [expect.stringContaining('ORG:TH Uni')],
    });
    const video = await only('videoWithEncodings.json');
    expect(video && valuesOf(video)).toMatchObject({
      'ccm:wwwurl': [expect.stringMatching(/^https:\/\/tib\.flowcenter\.de\/.*\.mp4$/)],
      'cclom:duration': ['PT47M58S'],
    });
  });
});

describe('the forms', () => {
  test('a list, also over many chunks and with texts that look like JSON', async () => {
    const tricky = '[{"a\\":,]}\\\\';
    const all = Array.from({ length: 400 }, (_, at) => record(at, { description: `${tricky}${'x'.repeat(at)}` }));
    const items = await itemsIn('list.json', `\ufeff ${JSON.stringify(all, null, 1)}\n`);
    expect(items.map((item) => valuesOf(item)['cclom:general_description'])).toEqual(
      all.map(({ description }) => [description]),
    );
    expect(items[1]?.where).toMatch(/^line \d+$/);
  });

  test('a document with a graph, whose records share the context', async () => {
    const { '@context': _, ...first } = record(1);
    const items = await itemsIn(
      'graph.json',
      JSON.stringify({ '@context': context, '@graph': [first, record(2)] }, null, 2),
    );
    expect(titles(items)).toEqual(['Titel 1', 'Titel 2']);
    expect(items.map(({ where }) => where)).toEqual(['graph.json, record 1', 'graph.json, record 2']);
  });

  test('a page, without what is no material', async () => {
    const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    const page = `<!DOCTYPE html><html><head>${script({ '@context': 'https://schema.org', '@type': 'WebSite' })}
      <script>{"LearningResource"}</script>${script(record(1))}</head></html>`;
    expect(await amb.recognises(await written('page.html', page))).toBe(true);
    expect(titles(await itemsIn('page.html', page))).toEqual(['Titel 1']);
    await expect(itemsIn('empty.html', '<html></html>')).rejects.toThrow('empty.html has no AMB record.');
  });

  test('UTF-16 with a byte order mark', async () => {
    const text = Buffer.from(`\ufeff${JSON.stringify(record(1))}`, 'utf16le');
    expect(titles(await itemsIn('utf16.json', text))).toEqual(['Titel 1']);
  });

  test('other files are not recognised', async () => {
    for (const text of ['', 'a;b\n1;2', '{"a":1}', '<lom/>', '\0\0', '[1']) {
      expect(await amb.recognises(await written('other', text)), text).toBe(false);
    }
  });
});

describe('a bad record loses itself alone', () => {
  const why = 'Titel 1';

  test.each<readonly [string, string, RegExp]>([
    ['broken', '{"id":"x",,}', /^It is not valid JSON: /],
    ['half', '{"id":"x', /^The JSON ends in the middle\.|^It is not valid JSON/],
    ['no object', '42', /^AMB: the record must be an object, in { }\.$/],
    ['a NUL', '{"id":"\0"}', /^It is not valid JSON: It contains NUL bytes\.$/],
    ['too large', `{"id":"${'x'.repeat(10_000_000)}"}`, /^It is larger than 1\.0 MB\.$/],
    ['deep', '['.repeat(100_000), /^It is not valid JSON|ends in the middle/],
  ])('%s', async (_, bad, reason) => {
    const items = await itemsIn('bad.jsonl', lines(record(1), bad, record(2)));
    expect(titles(items)).toEqual([why, expect.stringMatching(reason), 'Titel 2']);
    expect(items[1]).toMatchObject({ where: 'line 2', fields: [], problems: [{ severity: 'error' }] });
  });

  test('in the wrong encoding', async () => {
    const bad = Buffer.from(`${lines(record(1))}\n{"id":"Grüße"}\n`, 'latin1');
    const items = await itemsIn('latin.jsonl', Buffer.concat([bad, Buffer.from(lines(record(2)))]));
    expect(titles(items)).toEqual(['Titel 1', 'It is not encoded in UTF-8.', 'Titel 2']);
  });

  test('in a list, and a list that ends in the middle', async () => {
    const list = `[${lines(record(1))},\n{"id":"x", "y"},\n{"id": "a quote is missing\n},\n${lines(record(2))},\n{"id": "half`;
    const items = await itemsIn('bad.json', list);
    expect(titles(items)).toEqual([
      'Titel 1',
      expect.stringMatching(/^It is not valid JSON/),
      expect.stringMatching(/^It is not valid JSON/),
      'Titel 2',
      'The JSON ends in the middle.',
    ]);
    expect(items.map(({ where }) => where)).toEqual(['line 1', 'line 2', 'line 3', 'line 5', 'line 6']);
  });

  test('an empty file is a failure', async () => {
    await expect(itemsIn('empty.json', ' \n')).rejects.toThrow('empty.json has no AMB record.');
  });
});
