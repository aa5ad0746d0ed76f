import { expect, test } from 'vitest';
import { admin, anna, basic } from '../support/people.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';

interface Found {
  readonly nodes: readonly WireNode[];
  readonly pagination: { readonly total: number };
  readonly facets: readonly { readonly property: string; readonly values: readonly object[] }[];
}

/** The connector of the school cloud: it signs in with a password, and goes on with the cookie alone. */
async function signIn({ raw }: School, person = anna) {
  const headers = { ...basic(person), accept: 'application/json', 'content-type': 'application/json' };
  const session = await rawRequest(raw, { path: '/authentication/v1/validateSession', headers });
  expect(session.json()).toMatchObject({ isValidLogin: true });
  const cookie = session.headers['set-cookie']?.find((one) => one.startsWith('JSESSIONID'))?.split(';')[0] ?? '';
  return (request: RawRequest) => rawRequest(raw, { ...request, headers: { ...request.headers, cookie } });
}

const query = 'contentType=FILES&skipCount=0&maxItems=9&sortProperties=score&sortAscending=false&propertyFilter=-all-';

const searchRequest = (path: string, criteria: object): RawRequest => ({
  method: 'POST',
  path: `/search/v1/queries/-home-/${path}?${query}`,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify({
    criteria: Object.entries(criteria).map(([property, values]) => ({ property, values })),
    facets: ['cclom:general_keyword'],
  }),
});

const relation = "{'kind': 'ispartof', 'resource': {'identifier': ['a4808865-da94-4884-bdba-0ad66070e83b']}}";

const paths = ['mds/ngsearch', 'mds/ngsearch/', 'mds_oeh/ngsearch', 'mds_oeh/ngsearch/'];

withTransports(
  (school) => {
    const makeMaterial = (title: string, more: Readonly<Record<string, string>> = {}) =>
      makeFile(school.anna, 'x', {
        properties: {
          'cclom:title': title,
          'cclom:general_keyword': ['Bruch', title],
          'ccm:hpi_searchable': '1',
          'ccm:hpi_lom_general_aggregationlevel': '2',
          'ccm:hpi_lom_relation': relation,
          'ccm:replicationsourceuuid': title,
          'ccm:ph_invited': 'GROUP_county-12051',
          ...more,
        },
      });

    test('the school cloud searches by words and by its own properties, whatever the set is called', async () => {
      const send = await signIn(school);
      const word = newName('bruchrechnen');
      const [shown, hidden] = [await makeMaterial(word), await makeMaterial(word, { 'ccm:hpi_searchable': '0' })];
      for (const path of paths) {
        const response = await send(searchRequest(path, { 'ccm:hpi_searchable': ['1'], ngsearchword: [word] }));
        expect(response.status, `${path} ${response.text}`).toBe(200);
        const { nodes, pagination, facets } = response.json() as Found;
        expect([path, nodes.map(({ ref }) => ref.id), pagination.total]).toEqual([path, [shown.ref.id], 1]);
        expect(facets[0]?.property).toBe('cclom:general_keyword');
        expect(facets[0]?.values).toContainEqual({ value: 'Bruch', count: 1 });
        // All properties, each with a list of values.
        expect(nodes[0]?.properties['ccm:hpi_lom_relation']).toEqual([relation]);
        expect(nodes[0]?.preview.url).toContain('?');
      }
      const all = (await send(searchRequest('mds_oeh/ngsearch/', { ngsearchword: [word] }))).json() as Found;
      expect(all.nodes.map(({ ref }) => ref.id).sort()).toEqual([shown.ref.id, hidden.ref.id].sort());
    });

    test('criteria that the query does not have narrow what is found, also with an empty search text', async () => {
      const send = await signIn(school);
      const title = newName('sammlung');
      const { ref } = await makeMaterial(title);
      const narrow = async (criteria: object): Promise<string[]> => {
        const response = await send(searchRequest('mds_oeh/ngsearch', { ngsearchword: [''], ...criteria }));
        expect(response.status, response.text).toBe(200);
        return (response.json() as Found).nodes.map((node) => node.ref.id);
      };
      expect(await narrow({ 'ccm:replicationsourceuuid': [title] })).toEqual([ref.id]);
      const own = { 'ccm:replicationsourceuuid': [title], 'ccm:ph_invited': ['GROUP_county-12051', 'GROUP_public'] };
      expect(await narrow(own)).toEqual([ref.id]);
      expect(await narrow({ ...own, 'ccm:hpi_lom_relation': [relation] })).toEqual([ref.id]);
      expect(await narrow({ ...own, 'ccm:hpi_lom_general_aggregationlevel': ['1'] })).toEqual([]);
      expect(await narrow({ ...own, 'ccm:hpi_added_later': ['1'] })).toEqual([]);
    });

    test('a preview is loaded by the cookie, with the size at the end of its address', async () => {
      const send = await signIn(school);
      const { ref } = await makeMaterial(newName('bild'));
      const url = new URL((await school.anna.getNode(at(ref.id))).node.preview.url);
      const path = `^${url.pathname}${url.search}&crop=true&maxWidth=300&maxHeight=300`;
      const preview = await send({ path });
      expect(preview.status, preview.text).toBe(200);
      expect(preview.headers['content-type']).toMatch(/^image\//);
      const other = await rawRequest(school.raw, { path });
      expect(other.status).toBe(401);
    });

    test('a wrong password is told by isValidLogin, and a set that is not there by 404 or 400', async () => {
      const headers = { ...basic({ ...admin, password: 'wrong' }), accept: 'application/json' };
      const session = await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers });
      expect([session.status, session.json()]).toMatchObject([200, { isValidLogin: false }]);
      const send = await signIn(school);
      const missing = await send(searchRequest('mds_nowhere/ngsearch', { ngsearchword: ['x'] }));
      expect([400, 404]).toContain(missing.status);
    });
  },
  { only: ['TCP'] },
);
