import { sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newApp, registrationOf } from '../support/apps.ts';
import { type Conversation, converse } from '../support/conversations.ts';
import { admin, anna, basic } from '../support/people.ts';
import { formOf, formType, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile, newName, type WireNode } from '../support/trees.ts';

const nodes = '/node/v1/nodes/-home-';

const nodeOf = (answer: unknown): WireNode => (answer as { readonly node: WireNode }).node;

withTransports(
  (school) => {
    describe('Moodle', () => {
      test.each([
        ['8', undefined],
        ['11', { firstName: 'Toni', lastName: 'Tester', email: 'toni@schule.example', primaryAffiliation: 'student' }],
      ])('%s registers itself, signs a person in, embeds a file in a course and takes it out', (_, profile) =>
        embedInCourse(school, profile),
      );
    });

    test('a Python client grants a right with the first entry of an authority, and the others stay', async () => {
      const client = converse(school, anna);
      const { ref } = await makeFile(school.anna, 'x');
      const permissions = `${nodes}/${ref.id}/permissions`;
      const query = '?mailtext=&sendMail=False&sendCopy=False';
      const grant = async (authorityName: string, right: string): Promise<Acl> => {
        const { localPermissions: local } = permissionsOf(await client.ask('GET', permissions));
        const known = local.permissions.find(({ authority }) => authority.authorityName === authorityName);
        const others = local.permissions.filter((entry) => entry.authority.authorityName !== authorityName);
        const rights = [...new Set([...(known?.permissions ?? []), right])];
        const entry = { authority: { authorityName, authorityType: 'USER' }, permissions: rights };
        await client.ask('POST', `${permissions}${query}`, {
          inherited: local.inherited,
          permissions: [...others, entry],
        });
        return permissionsOf(await client.ask('GET', permissions)).localPermissions;
      };
      await grant('bert', 'Consumer');
      await grant('bert', 'CCPublish');
      await grant('carla', 'Consumer');
      const { permissions: entries } = await grant('bert', 'Comment');
      const rightsOf = Object.fromEntries(
        entries.map(({ authority, permissions: rights }) => [authority.authorityName, [...rights].sort()]),
      );
      expect(rightsOf).toEqual({ bert: ['CCPublish', 'Comment', 'Consumer'], carla: ['Consumer'] });
      expect(entries).toHaveLength(2);
    });

    test('a metadata agent reads a set and a node, proposes values and writes them as a new version', async () => {
      const agent = converse(school, anna);
      const { ref } = await makeFile(school.anna, 'Bruchrechnen für Klasse 6', { name: `${newName('blatt')}.txt` });
      const about = await agent.ask('GET', '/_about');
      expect(about).toMatchObject({ version: { repository: expect.stringMatching(/^\d/) } });
      const set = await agent.ask('GET', '/mds/v1/metadatasets/-home-/-default-');
      expect(set).toMatchObject({ widgets: expect.any(Array), groups: expect.any(Array) });
      expect(await agent.ask('GET', `${nodes}/${ref.id}/textContent`)).toMatchObject({
        text: expect.stringContaining('Bruch'),
      });
      const before = nodeOf(await agent.ask('GET', `${nodes}/${ref.id}/metadata?propertyFilter=-all-`));
      const values = '/mds/v1/metadatasets/-home-/-default-/values';
      const asked = {
        valueParameters: { query: 'ngsearch', property: 'cclom:general_keyword', pattern: '' },
        criteria: [],
      };
      expect(await agent.ask('POST', values, asked)).toHaveProperty('values');
      const properties = {
        ...before.properties,
        'cclom:title': ['Brüche kürzen'],
        'cclom:general_keyword': ['Bruch', 'Klasse 6'],
        'cclom:general_description': ['Ein Arbeitsblatt'],
      };
      const path = `${nodes}/${ref.id}/metadata?versionComment=METADATA_UPDATE`;
      const after = nodeOf(await agent.ask('POST', path, properties));
      expect(after).toMatchObject({ name: before.name, title: 'Brüche kürzen', description: 'Ein Arbeitsblatt' });
      expect(after.properties['cclom:general_keyword']).toEqual(['Bruch', 'Klasse 6']);
      expect(await agent.ask('GET', `${nodes}/${ref.id}/versions/metadata`)).toMatchObject({
        versions: expect.anything(),
      });
    });

    test('the client library of the web front end works from signing in to deleting, with an organization of its own', async () => {
      const [web, root] = [converse(school, anna), converse(school, admin)];
      expect(await web.ask('GET', '/authentication/v1/validateSession')).toMatchObject({ statusCode: 'OK' });
      await browse(web);
      const folder = nodeOf(
        await web.ask('POST', `${nodes}/-userhome-/children?type=cm:folder&renameIfExists=true`, {
          'cm:name': [newName('Mappe')],
        }),
      );
      const file = nodeOf(
        await web.ask(
          'POST',
          `${nodes}/${folder.ref.id}/children?type=ccm:io&aspects=ccm:published&aspects=cm:versionable&renameIfExists=true&versionComment=MAIN_FILE_UPLOAD`,
          { 'cm:name': ['a/b.txt'] },
        ),
      );
      await upload(school, file);
      const listed = await web.ask(
        'GET',
        `${nodes}/${folder.ref.id}/children?filter=files&filter=folders&maxItems=50&skipCount=0&sortProperties=ccm:position&sortProperties=cm:name&sortAscending=true&sortAscending=true&propertyFilter=-all-`,
      );
      expect(listed).toMatchObject({ nodes: [{ ref: { id: file.ref.id }, size: '6' }], pagination: { total: 1 } });
      await web.ask('POST', `${nodes}/${file.ref.id}/permissions?mailtext=&sendMail=false&sendCopy=false`, {
        inherited: true,
        permissions: [
          { authority: { authorityName: 'bert', authorityType: 'USER' }, permissions: ['Consumer', 'CCPublish'] },
        ],
      });
      await web.ask('GET', `${nodes}/${file.ref.id}/children`);
      await web.ask('DELETE', `${nodes}/${folder.ref.id}?recycle=true`);
      // "PUT organization" of later servers: neither folder nor body.
      const organization = newName('Schule');
      await root.ask('PUT', `/organization/v1/organizations/-home-/${organization}`);
      expect(
        await root.ask('GET', `/organization/v1/organizations/-home-?pattern=${organization}&onlyMemberships=false`),
      ).toMatchObject({ organizations: [{ sharedFolder: { id: expect.any(String) } }] });
    });
  },
  { only: ['TCP'] },
);

interface Acl {
  readonly inherited: boolean;
  readonly permissions: readonly {
    readonly authority: { readonly authorityName: string };
    readonly permissions: readonly string[];
  }[];
}

const permissionsOf = (answer: unknown) =>
  (answer as { readonly permissions: { readonly localPermissions: Acl } }).permissions;

/** What its pages ask when somebody opens the front end. */
async function browse(web: Conversation): Promise<void> {
  const pages = [
    '/_about',
    '/config/v1/values',
    '/iam/v1/people/-home-/-me-',
    '/iam/v1/people/-home-/-me-/preferences',
    '/mds/v1/metadatasets/-home-',
    '/mds/v1/metadatasets/-home-/-default-',
    '/network/v1/repositories',
    `${nodes}/-userhome-/metadata?propertyFilter=-all-`,
    `${nodes}/-userhome-/parents?propertyFilter=-all-&fullPath=false`,
    '/collection/v1/collections/-home-/-root-/children/collections?scope=MY&fetchCounts=true&maxItems=50&skipCount=0',
  ];
  for (const path of pages) await web.ask('GET', path);
  await web.ask(
    'POST',
    '/search/v1/queries/-home-/-default-/ngsearch?contentType=FILES&maxItems=25&skipCount=0&propertyFilter=-all-',
    { criteria: [{ property: 'ngsearchword', values: [''] }], facets: ['ccm:commonlicense_key'] },
  );
}

async function upload({ raw }: School, { ref }: WireNode): Promise<void> {
  const response = await rawRequest(raw, {
    method: 'POST',
    path: `${nodes}/${ref.id}/content?versionComment=MAIN_FILE_UPLOAD&mimetype=text%2Fplain`,
    headers: { ...basic(anna), accept: 'application/json', 'content-type': formType() },
    body: formOf([{ field: 'file', fileName: 'blatt.txt', mimeType: 'text/plain', bytes: 'Wolken' }]),
  });
  expect(response.status, response.text).toBe(200);
}

/** The calls of the plugin; it sends a signature of each call, and the ticket where it acts for the person. */
async function embedInCourse(school: School, profile: object | undefined): Promise<void> {
  const app = newApp();
  const boundary = 'plugin-form';
  const xml = { field: 'xml', fileName: 'registration.xml', mimeType: 'text/xml', bytes: registrationOf(app.entries) };
  const session = await converse(school, admin).ask('GET', '/authentication/v1/validateSession');
  expect(session).toMatchObject({ isAdmin: true });
  const registered = await rawRequest(school.raw, {
    ...{ method: 'PUT', path: '/admin/v1/applications/xml', body: formOf([xml], boundary) },
    headers: { ...basic(admin), accept: 'application/json', 'content-type': formType(boundary) },
  });
  expect(registered.status, registered.text).toBe(200);

  const send = async (
    method: string,
    path: string,
    about: string,
    more: Readonly<Record<string, string>>,
    body?: string,
  ) => {
    const signed = `${app.id}${about}${Date.now()}`;
    const signature = sign('sha1', Buffer.from(signed), app.privateKey).toString('base64');
    const headers = {
      ...{ accept: 'application/json', 'content-type': 'application/json' },
      ...{ 'X-Edu-App-Id': app.id, 'X-Edu-App-Signed': signed, 'X-Edu-App-Sig': signature },
      ...{ 'X-Edu-App-Ts': signed.slice(-13), ...more },
    };
    const response = await rawRequest(school.raw, { method, path, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, json: response.text === '' ? {} : (response.json() as Record<string, string>) };
  };

  const user = newName('tester');
  const enter = await send(
    'POST',
    `/authentication/v1/appauth/${user}`,
    user,
    {},
    profile === undefined ? '' : JSON.stringify(profile),
  );
  expect(enter).toMatchObject({ status: 200, json: { userId: user } });
  const ticket = enter.json['ticket'] ?? '';
  const byTicket = { authorization: `EDU-TICKET ${ticket}` };
  if (profile !== undefined) {
    const { person } = await school.admin.getPerson({ repository: '-home-', person: user });
    expect(person.profile).toMatchObject({ firstName: 'Toni', lastName: 'Tester' });
  }
  const { ref } = await makeFile(school.anna, 'Der Inhalt');
  const rights = ['Consumer', 'CCPublish'].map((permission) => ({ authority: { authorityName: user }, permission }));
  await school.anna.setPermissions({ repository: '-home-', node: ref.id, body: { permissions: rights } });

  const place = { courseId: '7', resourceId: newName('r') };
  const usage = JSON.stringify({ appId: app.id, ...place, nodeId: ref.id, nodeVersion: null });
  const recorded = await send('POST', '/usage/v1/usages/repository/-home-', ticket, byTicket, usage);
  expect(recorded).toMatchObject({ status: 200, json: { parentNodeId: ref.id, appUser: user } });
  const usageId = recorded.json['nodeId'] ?? '';
  const stated = {
    'X-Edu-Usage-Node-Id': ref.id,
    'X-Edu-Usage-Course-Id': place.courseId,
    'X-Edu-Usage-Resource-Id': place.resourceId,
    'X-Edu-User-Id': user,
  };
  const details = `/rendering/v1/details/-home-/${ref.id}?displayMode=inline`;
  const shown = await send('POST', details, usageId, stated, 'null');
  expect(shown).toMatchObject({ status: 200, json: { detailsSnippet: expect.stringContaining('Der Inhalt') } });
  const remove = `/usage/v1/usages/node/${ref.id}/${usageId}`;
  // Moodle's HTTP client adds credentials of FTP to each DELETE.
  const ofFtp = { authorization: `Basic ${Buffer.from('anonymous: noreply@moodle.example').toString('base64')}` };
  expect(
    (await rawRequest(school.raw, { method: 'GET', path: '/iam/v1/people/-home-/-me-', headers: ofFtp })).status,
  ).toBe(401);
  expect((await send('DELETE', remove, `${ref.id}${usageId}`, ofFtp)).status).toBe(200);
  expect((await send('POST', details, usageId, stated, 'null')).status).toBe(403);
}
