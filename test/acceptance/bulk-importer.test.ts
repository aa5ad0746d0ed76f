import { expect, test } from 'vitest';
import { admin, basic } from '../support/people.ts';
import { formOf, formType, type RawRequest, type RawResponse, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, download, newName, type WireNode } from '../support/trees.ts';

const json = { accept: 'application/json', 'content-type': 'application/json' };

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The bulk importer: once signed in, it sends the cookie and no password. */
interface Importer {
  readonly cookie: string;
  send(request: RawRequest): Promise<RawResponse>;
  /** Like `send`; fails unless the answer is 200. */
  ask(request: RawRequest): Promise<RawResponse>;
}

async function signIn({ raw }: School): Promise<Importer> {
  const headers = { ...basic(admin), accept: 'application/json' };
  const session = await rawRequest(raw, { path: '/authentication/v1/validateSession', headers });
  expect(session.json()).toMatchObject({ isAdmin: true, isValidLogin: true, statusCode: 'OK' });
  // The importer cuts the header at commas and takes what is before the first semicolon.
  const sent = (session.headers['set-cookie'] ?? []).join(', ');
  const cookie = sent
    .split(',')
    .map((part) => part.split(';')[0])
    .join(';');
  const send = (request: RawRequest) => rawRequest(raw, { ...request, headers: { ...request.headers, cookie } });
  return {
    cookie,
    send,
    async ask(request) {
      const response = await send(request);
      expect(response.status, `${request.path} ${response.text}`).toBe(200);
      return response;
    },
  };
}

const nodeOf = (response: RawResponse): WireNode => (response.json() as { readonly node: WireNode }).node;

/** An item as the importer writes it: every value in a list, `null` for what it does not know. */
const itemOf = (source: string, hash: string) => ({
  'ccm:replicationsource': [source],
  'ccm:replicationsourceid': ['https://quelle.example/brueche?a=1&b=2'],
  'ccm:replicationsourcehash': [hash],
  'ccm:replicationsourceuuid': ['5f3b2a10-0d4d-5c39-9c59-1f3f6a7d8e21'],
  'ccm:replicationsourceorigin': ['Verlag'],
  'cm:name': ['Brüche: kürzen/erweitern'],
  'ccm:wwwurl': ['https://quelle.example/brueche'],
  'cclom:location': ['https://quelle.example/brueche'],
  'cclom:format': [null],
  'cclom:title': ['Brüche: kürzen/erweitern'],
  'cclom:general_keyword': ['Bruch', 'kürzen'],
  'cclom:duration': [90000],
  'ccm:oeh_lrt': ['http://w3id.org/openeduhub/vocabs/new_lrt/1'],
  'ccm:license_oer': ['http://w3id.org/openeduhub/vocabs/oer/0'],
  'cm:edu_metadataset': ['mds_oeh'],
  'cm:edu_forcemetadataset': ['true'],
});

const match = 'match=ccm%3Areplicationsource&match=ccm%3Areplicationsourceid';

async function syncItem({ ask }: Importer, source: string, hash: string, more = ''): Promise<WireNode> {
  const query = `${match}&groupBy=ccm%3Areplicationsourceorigin&type=ccm%3Aio&resetVersion=False${more}`;
  const path = `/bulk/v1/sync/${source}?${query}`;
  return nodeOf(await ask({ method: 'PUT', path, headers: json, body: JSON.stringify(itemOf(source, hash)) }));
}

const findItem = ({ send }: Importer, source: string): Promise<RawResponse> => {
  const { 'ccm:replicationsource': name, 'ccm:replicationsourceid': id } = itemOf(source, '');
  const body = JSON.stringify({ 'ccm:replicationsource': name, 'ccm:replicationsourceid': id });
  return send({ method: 'POST', path: '/bulk/v1/find', headers: json, body });
};

const toEveryone = {
  inherited: true,
  permissions: [
    {
      authority: { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' },
      permissions: ['Consumer', 'CCPublish'],
    },
  ],
};

/** Grants, preview, content and text, each as the importer sends it after the node is there. */
async function completeItem({ ask }: Importer, id: string, text: string): Promise<void> {
  const node = `/node/v1/nodes/-home-/${id}`;
  const permissions = `${node}/permissions?sendMail=False&sendCopy=False`;
  await ask({ method: 'POST', path: permissions, headers: json, body: JSON.stringify(toEveryone) });
  const form = { accept: 'application/json', 'content-type': formType() };
  const image = formOf([{ field: 'image', fileName: 'image', mimeType: null, bytes: picture }]);
  await ask({ method: 'POST', path: `${node}/preview?mimetype=image/png`, headers: form, body: image });
  const file = formOf([{ field: 'file', fileName: 'file', mimeType: null, bytes: '%PDF-1.4 x' }]);
  await ask({ method: 'POST', path: `${node}/content?mimetype=application/pdf`, headers: form, body: file });
  const bare = { accept: 'application/json', 'content-type': 'multipart/form-data' };
  await ask({ method: 'POST', path: `${node}/textContent?mimetype=text/plain`, headers: bare, body: text });
}

withTransports(
  (school) => {
    test('a bulk importer signs in, looks around, imports an item and finds it unchanged', async () => {
      const importer = await signIn(school);
      const [source, word] = [newName('spider'), newName('volltext')];

      const about = (await importer.ask({ path: '/_about' })).json() as {
        readonly services: readonly { readonly name: string; readonly instances: readonly { version: object }[] }[];
      };
      const bulk = about.services.find(({ name }) => name === 'BULK');
      expect(bulk?.instances[0]?.version).toEqual({ major: 1, minor: 0 });

      const groups = await importer.ask({ path: '/iam/v1/groups/-home-?pattern=&maxItems=1000000' });
      expect(groups.json()).toMatchObject({ groups: expect.arrayContaining([expect.anything()]) });

      const missing = await findItem(importer, source);
      const error = 'org.edu_sharing.restservices.DAOMissingException';
      expect([missing.status, missing.json()]).toMatchObject([404, { error }]);

      const created = await syncItem(importer, source, 'hash-1');
      await completeItem(importer, created.ref.id, `${word} im ganzen Text`);
      expect(created).toMatchObject({ name: 'Brüche: kürzen_erweitern', title: 'Brüche: kürzen/erweitern' });

      const found = nodeOf(await findItem(importer, source));
      expect(found.ref.id).toBe(created.ref.id);
      expect(found.properties).toMatchObject({
        'ccm:replicationsourcehash': ['hash-1'],
        'ccm:replicationsourceuuid': ['5f3b2a10-0d4d-5c39-9c59-1f3f6a7d8e21'],
      });
      // What was imported can be read by everybody, and be found by its text.
      const { node } = await school.bert.getNode(at(created));
      expect(node).toMatchObject({ mimetype: 'application/pdf', preview: { isGenerated: false } });
      expect(node.access).toEqual(expect.arrayContaining(['ReadAll', 'CCPublish']));
      expect(String(await download(school.bert, node))).toBe('%PDF-1.4 x');
      const { nodes } = await school.bert.searchNodes({ repository: '-home-', query: word });
      expect(nodes.map(({ ref }) => ref.id)).toEqual([created.ref.id]);
    });

    test('a changed item is updated, resolved or not, and a blocked one is passed over', async () => {
      const importer = await signIn(school);
      const source = newName('spider');
      const created = await syncItem(importer, source, 'hash-1');
      expect((await syncItem(importer, source, 'hash-2', '&resolveNode=False')).ref.id).toBe(created.ref.id);
      const { node } = await school.admin.getNode(at(created));
      expect(node.properties['ccm:replicationsourcehash']).toEqual(['hash-2']);
      const { versions } = await school.admin.describeVersions(at(created));
      expect(versions.map(({ comment }) => comment)).toEqual(['BULK_CREATE', 'BULK_UPDATE']);
      await school.admin.updateMetadata({ ...at(created), body: { 'ccm:import_blocked': 'true' } });
      const path = `/bulk/v1/sync/${source}?${match}&type=ccm%3Aio&resetVersion=False`;
      const body = JSON.stringify(itemOf(source, 'hash-3'));
      const blocked = await importer.send({ method: 'PUT', path, headers: json, body });
      expect(blocked.json()).toMatchObject({ error: 'java.lang.IllegalStateException', message: expect.any(String) });
    });

    test('a group that is missing is created with an empty body, and granted the item', async () => {
      const importer = await signIn(school);
      const [source, group] = [newName('spider'), newName('verlag')];
      const path = `/iam/v1/groups/-home-/GROUP_${group}`;
      expect((await importer.send({ path, headers: json })).status).toBe(404);
      const created = await importer.ask({
        ...{ method: 'POST', path: `/iam/v1/groups/-home-/${group}`, headers: json, body: '{}' },
      });
      expect(created.json()).toMatchObject({ authorityName: `GROUP_${group}` });
      const { ref } = await syncItem(importer, source, 'hash-1');
      const authority = { authorityName: `GROUP_${group}`, authorityType: 'GROUP' };
      const acl = { inherited: true, permissions: [{ authority, permissions: ['Consumer', 'CCPublish'] }] };
      const permissions = `/node/v1/nodes/-home-/${ref.id}/permissions?sendMail=False&sendCopy=False`;
      await importer.ask({ method: 'POST', path: permissions, headers: json, body: JSON.stringify(acl) });
      const { localPermissions } = (await school.admin.getPermissions(at(ref.id))).permissions;
      expect(localPermissions.permissions).toMatchObject([
        { authority, permission: 'Consumer', permissions: ['Consumer', 'CCPublish'] },
      ]);
      await school.admin.addMember({ repository: '-home-', group, member: 'carla' });
      expect((await school.carla.getNode(at(ref.id))).node.ref.id).toBe(ref.id);
    });

    test('nobody but an administrator imports, and a lost session is told by 401', async () => {
      const source = newName('spider');
      const request = { method: 'POST', path: '/bulk/v1/find', body: JSON.stringify(itemOf(source, '')) };
      const headers = { ...json, cookie: 'JSESSIONID=forgotten' };
      expect((await rawRequest(school.raw, { ...request, headers })).status).toBe(401);
    });
  },
  { only: ['TCP'] },
);
