import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Conversation, converse } from '../support/conversations.ts';
import { admin } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName, type WireNode } from '../support/trees.ts';

/** What the importers of 2024 and of 2025 ask in a different way. */
const releases = {
  2024: { match: 'match=ccm%3Areplicationsource&match=ccm%3Areplicationsourceid', more: '&resetVersion=False' },
  2025: {
    match: 'match=ccm:replicationsource&match=ccm:replicationsourceid',
    more: '&resetVersion=false&resolveNode=true',
  },
} as const;

type Item = Readonly<Record<string, unknown>>;

/** One item for each oddity that the sources of the importer have: what differs from an ordinary one. */
const oddities: Readonly<Record<string, Item>> = {
  'an ordinary one': {},
  'no title': { 'cclom:title': [null] },
  'an empty title': { 'cclom:title': [''] },
  'a title with line breaks': { 'cclom:title': ['Erste\r\nZweite\tSpalte'] },
  'a title of 2,000 characters': { 'cclom:title': ['ü'.repeat(2_000)] },
  'a name with slashes': { 'cm:name': ['https://quelle.example/a/b?c=1'] },
  'a name of forbidden characters': { 'cm:name': ['"<>|*?:\\/'] },
  'a name with a point at its end': { 'cm:name': ['Etwas zu lesen...'] },
  'a name of 500 characters': { 'cm:name': ['n'.repeat(500)] },
  'a name in Arabic': { 'cm:name': ['مرحبا بالعالم'] },
  'emojis and marks that combine': { 'cclom:title': ['👩‍👧‍👦 Zoë e\u0301'] },
  'HTML in the description': { 'cclom:general_description': ['<p>Text &amp; <b>mehr</b></p><script>x</script>'] },
  'no description': { 'cclom:general_description': null },
  '80 KB of description': { 'cclom:general_description': ['Wort '.repeat(16_000)] },
  '1,500 keywords': { 'cclom:general_keyword': Array.from({ length: 1_500 }, (_, index) => `Schlagwort ${index}`) },
  'a keyword of 80 KB': { 'cclom:general_keyword': ['Bruch', 'k'.repeat(80_000)] },
  'the same keyword twice': { 'cclom:general_keyword': ['Bruch', 'Bruch'] },
  'keywords with empty ones between': { 'cclom:general_keyword': ['Bruch', '', null, 'kürzen'] },
  'a list without values': { 'ccm:taxonid': [] },
  'a text instead of a list': { 'cclom:general_keyword': 'Bruch' },
  'a number': { 'cclom:duration': 90_000 },
  'a number in a list': { 'cclom:duration': [90_000] },
  'a boolean': { 'cm:edu_forcemetadataset': [true] },
  'a name without namespace': { fulltext: ['Text'] },
  'a property that nobody defined': { 'ccm:oeh_added_later': ['1'] },
  'an unknown namespace': { 'valuespace:subject': ['Mathematik'] },
  'a licence by its address': { 'ccm:commonlicense_key': ['CUSTOM'], 'cclom:rights_description': ['nach Absprache'] },
  'an unknown licence': { 'ccm:commonlicense_key': ['COPYRIGHT_LAW'] },
  'no licence': { 'ccm:commonlicense_key': [null] },
  'a vCard of an author': { 'ccm:lifecyclecontributer_author': ['BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD'] },
  'a vCard that is none': { 'ccm:lifecyclecontributer_author': ['Ada Lovelace'] },
  'the same author twice': {
    'ccm:lifecyclecontributer_author': ['BEGIN:VCARD\nFN:Ada\nEND:VCARD', 'BEGIN:VCARD\nFN:Ada\nEND:VCARD'],
  },
  'an address with an umlaut': { 'ccm:wwwurl': ['https://müller.example/größe?q=ä b'] },
  'no address': { 'ccm:wwwurl': [null], 'cclom:location': [null] },
  'a date as a text': { 'ccm:published_date': ['2024-02-30T25:00:00'] },
  'values of its own vocabularies': { 'ccm:oeh_lrt': ['http://w3id.org/openeduhub/vocabs/new_lrt/1'] },
};

const itemOf = (source: string, id: number, oddity: Item): Item => ({
  'ccm:replicationsource': [source],
  'ccm:replicationsourceid': [`https://quelle.example/${id}?a=1&b=2`],
  'ccm:replicationsourcehash': ['2024-04-11'],
  'cm:name': [`Blatt ${id}`],
  'cclom:title': [`Blatt ${id}`],
  'ccm:wwwurl': [`https://quelle.example/${id}`],
  'cclom:general_keyword': ['Bruch'],
  'ccm:commonlicense_key': ['CC_BY'],
  'cm:edu_metadataset': ['mds_oeh'],
  ...oddity,
});

/** What the importer's reader takes from each hit; it stops at the first that has something else. */
const ReadHit = z.looseObject({
  ref: z.looseObject({ id: z.string().min(1), repo: z.string() }),
  title: z.string().nullable(),
  properties: z.record(z.string(), z.array(z.string())),
  license: z.looseObject({ icon: z.string(), url: z.string().nullable() }),
  preview: z.looseObject({ url: z.url(), isIcon: z.boolean() }),
  content: z.looseObject({ url: z.string().min(1) }),
});

/**
 * The fields that its generated Python client checks strictly: the type has to be right, and a text is no number. The contract
 * allows null in `downloadUrl` and `collection` (2.3), which is what the field has where there is no content and no collection.
 */
const StrictNode = z.looseObject({
  ref: z.looseObject({ id: z.string(), repo: z.string(), archived: z.boolean(), isHomeRepo: z.boolean() }),
  access: z.array(z.string()),
  aspects: z.array(z.string()),
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.looseObject({ firstName: z.string() }),
  modifiedAt: z.iso.datetime(),
  owner: z.looseObject({}),
  contentUrl: z.string(),
  downloadUrl: z.string().nullable(),
  collection: z.looseObject({}).nullable(),
  commentCount: z.int(),
  isDirectory: z.boolean(),
  mediatype: z.string(),
  iconURL: z.string(),
  licenseURL: z.string(),
  metadataset: z.string(),
  repositoryType: z.string(),
  properties: z.record(z.string(), z.array(z.string())),
  size: z.string().nullable(),
});

const nodeOf = (answer: unknown): WireNode => (answer as { readonly node: WireNode }).node;

const signIn = async (school: School): Promise<Conversation> => {
  const importer = converse(school, admin);
  expect(await importer.ask('GET', '/authentication/v1/validateSession')).toMatchObject({ isAdmin: true });
  return importer;
};

withTransports(
  (school) => {
    test('there are 36 odd items', () => {
      expect(Object.keys(oddities)).toHaveLength(36);
    });

    test.each(Object.entries(releases))(
      'the search importer of %s loses none of 36 odd items, finds and reads all',
      async (year, { match, more }) => {
        const importer = await signIn(school);
        const source = newName(`spider${year}`);
        const sync = `/bulk/v1/sync/${source}?${match}&type=ccm%3Aio${more}`;
        const ids: string[] = [];
        for (const [index, [oddity, change]] of Object.entries(oddities).entries()) {
          const item = itemOf(source, index, change);
          const made = nodeOf(await importer.ask('PUT', sync, item));
          expect(StrictNode.safeParse(made).error, oddity).toBeUndefined();
          const known = {
            'ccm:replicationsource': item['ccm:replicationsource'],
            'ccm:replicationsourceid': item['ccm:replicationsourceid'],
          };
          const found = nodeOf(await importer.ask('POST', '/bulk/v1/find', known));
          expect([oddity, found.ref.id, found.properties['ccm:replicationsourcehash']]).toEqual([
            oddity,
            made.ref.id,
            ['2024-04-11'],
          ]);
          // The same item again is no second one.
          expect(nodeOf(await importer.ask('PUT', sync, item)).ref.id, oddity).toBe(made.ref.id);
          ids.push(made.ref.id);
        }
        expect(new Set(ids).size).toBe(36);

        const query =
          'contentType=FILES&maxItems=10&propertyFilter=-all-&sortProperties=cm%3Acreated&sortAscending=true';
        const read: string[] = [];
        for (let skip = 0; skip < 40; skip += 10) {
          const page = await importer.ask(
            'POST',
            `/search/v1/queries/-home-/mds_oeh/ngsearch?${query}&skipCount=${skip}`,
            {
              criteria: [{ property: 'ccm:replicationsource', values: [source] }],
              facets: ['ccm:commonlicense_key'],
            },
          );
          for (const hit of (page as { readonly nodes: readonly WireNode[] }).nodes) {
            expect(ReadHit.safeParse(hit).error, hit.name).toBeUndefined();
            read.push(hit.ref.id);
          }
        }
        expect(read.sort()).toEqual(ids.sort());
      },
    );

    test('its generated client reads folders, collections and items without content, where the contract has null', async () => {
      const importer = await signIn(school);
      const children = '/node/v1/nodes/-home-/-userhome-/children';
      for (const type of ['cm%3Afolder', 'ccm%3Aio']) {
        const made = nodeOf(await importer.ask('POST', `${children}?type=${type}`, { 'cm:name': [newName('leer')] }));
        expect(StrictNode.safeParse(made).error).toBeUndefined();
        expect(made).toMatchObject({ downloadUrl: null, collection: null });
      }
      const made = await importer.ask('POST', '/collection/v1/collections/-home-/-root-/children', {
        title: newName('Reihe'),
        collection: { scope: 'MY', type: 'default', viewtype: 'infoBox', color: '#975B5D' },
      });
      const { collection } = made as { readonly collection: WireNode };
      expect(StrictNode.safeParse(collection).error).toBeUndefined();
      expect(collection.collection).toEqual(expect.objectContaining({ scope: 'MY' }));
    });
  },
  { only: ['TCP'] },
);
