import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { knowingOAuthClient, passwordGrant } from '../support/oauth.ts';
import { anna, basic } from '../support/people.ts';
import { formOf, formType, type RawRequest, rawRequest } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

interface Entry {
  readonly ref: { readonly id: string };
  readonly [field: string]: unknown;
}

/** The importer writes the form by hand, without encoding what does not stand out. */
const grantOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${/^[\w.-]+$/.test(value) ? value : encodeURIComponent(value)}`)
    .join('&');

/** What the importer sends, in its order: a session first, then its cookie and the password with every call. */
withTransports(
  (school) => {
    test('a media importer may ask for a token first, which then stands in place of the password', async () => {
      const granted = await rawRequest(school.raw, {
        ...{ method: 'POST', path: '^/edu-sharing/oauth2/token', body: grantOf(passwordGrant(anna)) },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(granted.status, granted.text).toBe(200);
      const { access_token: token } = granted.json() as { readonly access_token: string };
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      const session = await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers });
      expect(session.json()).toMatchObject({ statusCode: 'OK', authorityName: 'anna' });
      const home = await rawRequest(school.raw, { path: '/node/v1/nodes/-home-/-userhome-/metadata', headers });
      expect(home.json()).toMatchObject({ node: { isDirectory: true } });
    });

    test('a media importer puts a film into a folder and a collection, and finds both again', async () => {
      const accept = { ...basic(anna), accept: 'application/json' };
      const session = await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers: accept });
      expect(session.json()).toMatchObject({ statusCode: 'OK' });
      const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      expect(cookie).toMatch(/^JSESSIONID=/);

      const send = (path: string, request: Omit<RawRequest, 'path'> = {}) =>
        rawRequest(school.raw, { ...request, path, headers: { ...accept, cookie, ...request.headers } });
      const ask = async (path: string, request: Omit<RawRequest, 'path'> = {}): Promise<Record<string, unknown>> => {
        const response = await send(path, request);
        expect(response.status, `${path} ${response.text}`).toBe(200);
        return response.text === '' ? {} : (response.json() as Record<string, unknown>);
      };
      const post = (path: string, body: unknown) =>
        ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const nodes = '/node/v1/nodes/-home-';

      expect(await ask(`${nodes}/-userhome-/metadata`)).toMatchObject({ node: { isDirectory: true } });
      expect(await ask(`${nodes}/-userhome-/children?maxItems=500&skipCount=0`)).toHaveProperty('nodes');
      const list = '/collection/v1/collections/-home-//-root-/children/collections?scope=MY&maxItems=500&skipCount=0';
      expect(await ask(list)).toMatchObject({ collections: [] });

      const [folderName, title] = [newName('Serie'), newName('Reihe')];
      const made = await post(`${nodes}/-userhome-/children/?type=cm%3Afolder&renameIfExists=false`, {
        'cm:name': [folderName],
        'cm:edu_metadataset': ['mds'],
        'cm:edu_forcemetadataset': ['true'],
      });
      const folder = (made['node'] as Entry).ref.id;
      const collected = await post('/collection/v1/collections/-home-//-root-/children', {
        title,
        collection: { title, description: '', color: '#975B5D', type: 'default', viewtype: 'infoBox', scope: 'MY' },
      });
      const collection = (collected['collection'] as Entry).ref.id;
      expect(((await ask(list))['collections'] as Entry[]).map((each) => each['title'])).toEqual([title]);

      const query = 'type=ccm%3Aio&renameIfExists=false&assocType=&versionComment=MAIN_FILE_UPLOAD';
      const film = await post(`${nodes}/${folder}/children?${query}`, { 'cm:name': ['film.mp4'] });
      const { id } = (film['node'] as Entry).ref;

      const reference = `/collection/v1/collections/-home-/${collection}/references/${id}`;
      const put = { method: 'PUT', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' };
      expect((await send(reference, put)).status).toBe(200);
      const again = await send(reference, put);
      expect(again.status).toBe(409);
      expect(again.json()).toMatchObject({ error: expect.stringContaining('Duplicate') });

      const updated = await post(`${nodes}/${id}/metadata?versionComment=METADATA_UPDATE`, {
        'cm:name': ['film.mp4'],
        'cclom:title': ['Fotosynthese «live» & 50 %'],
        'cclom:general_description': ['Über Blätter'],
        'cclom:general_keyword': ['Blatt', 'Licht'],
        'ccm:wwwurl': ['https://film.schule.example/1'],
        'ccm:replicationsource': ['opencast'],
        'ccm:replicationsourceid': ['f1'],
        'cm:creator': ['jemand'],
        'cm:created': [1_700_000_000_000],
        'cm:created_LONG': [1_700_000_000_000],
        'cm:modifiedISO8601': '2023-11-14T22:13:20Z',
        'sys:node-uuid': ['00000000-0000-4000-8000-000000000000'],
        'sys:store-identifier': ['SpacesStore'],
        'virtual:commentcount': [0],
      });
      expect(updated['node']).toMatchObject({ title: 'Fotosynthese «live» & 50 %', ref: { id } });

      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><circle r="9"/></svg>';
      const form = formOf([{ field: 'image', fileName: 'bild.svg', mimeType: 'image/svg+xml', bytes: drawing }]);
      const chunked = Readable.from([form.subarray(0, 50), form.subarray(50)]);
      const headers = { 'content-type': formType() };
      const preview = `${nodes}/${id}/preview?mimetype=image%2Fsvg%2Bxml`;
      await ask(preview, { method: 'POST', headers, body: chunked });
      await post(`${nodes}/${id}/permissions`, {
        inherited: true,
        permissions: [
          { authority: { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' }, permissions: ['Consumer'] },
        ],
      });

      const { references } = await school.anna.listReferences({ repository: '-home-', collection });
      expect(references).toMatchObject([
        { name: 'film.mp4', originalId: id, preview: { width: 400, height: 200, isGenerated: false } },
      ]);
      const { node } = await school.bert.getNode({ repository: '-home-', node: id });
      expect(node).toMatchObject({ title: 'Fotosynthese «live» & 50 %', contentVersion: '1.1' });
      expect(node.properties['cm:creator']).toEqual(['anna']);
    });
  },
  { only: ['TCP'], overrides: knowingOAuthClient },
);
