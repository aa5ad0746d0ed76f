import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseJavaProperties } from '../../src/api/request/java-properties.ts';
import { registeredApp, registrationOf, signedBy } from '../support/apps.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { type School, withTransports } from '../support/transports.ts';

let other: ServedSchool;
let way: WayTo;

beforeAll(async () => {
  other = await serveSchool('other');
  way = await openWayTo(other.url);
});

afterAll(async () => {
  await way.close();
  await other.close();
});

const metadataOf = async (school: Pick<School, 'nobody'>): Promise<ReadonlyMap<string, string>> => {
  const file = await school.nobody.getRepositoryMetadata({ format: 'lms', external: true });
  const properties = parseJavaProperties((await buffer(file.bytes)).toString('utf8'));
  if (typeof properties === 'string') throw new Error(properties);
  return properties;
};

const idsIn = async (school: School): Promise<string[]> =>
  (await school.admin.listConnectedRepositories()).repositories.map(({ id }) => id);

/** The repository is connected while `use` runs. */
async function connected<T>(school: School, use: () => Promise<T>): Promise<T> {
  // A blanked run leaves it connected.
  if ((await idsIn(school)).includes('other')) await school.admin.removeConnectedRepository({ connection: 'other' });
  await school.admin.addConnectedRepository({ body: { url: way.url } });
  try {
    return await use();
  } finally {
    way.behaviour = 'passes';
    await school.admin.removeConnectedRepository({ connection: 'other' });
  }
}

/** A repository that is none: it states these properties. */
const stating =
  (entries: Readonly<Record<string, string>>): Exclude<WayTo['behaviour'], 'passes'> =>
  (_, response) => {
    response.end(registrationOf({ appid: 'fake', type: 'REPOSITORY', ...entries }));
  };

const newPublicKey = (modulusLength = 2048): string =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

withTransports(
  (school) => {
    describeOperation('listRepositories', school, {
      effect: {
        'this repository comes first, then the connected ones': async () => {
          await connected(school, async () => {
            const { repositories } = await school.anna.listRepositories();
            expect(repositories).toMatchObject([
              { id: 'own', title: 'Our school', isHomeRepo: true, repositoryType: 'LOCAL' },
              { id: 'other', title: 'School other', isHomeRepo: false, repositoryType: 'ALFRESCO' },
            ]);
            for (const { preview, icon } of repositories) {
              expect(icon).toMatch(/\/icons\/repository\.svg$/);
              expect(preview).toMatchObject({ url: icon, isIcon: true });
            }
            // The address and the key are for administrators.
            expect(JSON.stringify(repositories)).not.toContain(new URL(way.url).port);
          });
          expect((await school.anna.listRepositories()).repositories).toHaveLength(1);
        },
        'its icon can be drawn': async () => {
          const { bytes } = await school.nobody.getIcon({ icon: 'repository.svg' });
          expect((await buffer(bytes)).toString('utf8')).toContain('<svg');
        },
      },
      refusal: {
        'without a sign-in, and without guests, nothing is listed': async () => {
          await expectRefused(school.nobody.listRepositories(), 401);
        },
      },
      badInput: {
        'an unknown repository is 404 everywhere': async () => {
          await expectRefused(school.anna.getNode({ repository: 'unknown', node: '-userhome-' }), 404, /unknown/);
          await expectRefused(school.anna.getMetadataSets({ repository: 'x'.repeat(500) }), 404);
        },
      },
    });

    describeOperation('getRepositoryMetadata', school, {
      effect: {
        'what learning platforms read is there, and the key is that of the signatures': async () => {
          const properties = await metadataOf(school);
          expect(Object.fromEntries(properties)).toMatchObject({
            appid: 'own',
            appcaption: 'Our school',
            type: 'REPOSITORY',
            clientprotocol: 'http',
            domain: '127.0.0.1',
            clientport: expect.stringMatching(/^\d+$/),
            public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----$/),
          });
          expect((await metadataOf(school)).get('public_key')).toBe(properties.get('public_key'));
          expect((await metadataOf(other)).get('public_key')).not.toBe(properties.get('public_key'));
        },
        'the private key is in no response': async () => {
          const answers = [
            [...(await metadataOf(school))],
            await school.admin.listConnectedRepositories(),
            await school.admin.listApplications(),
            await school.admin.getStatus(),
          ];
          expect(JSON.stringify(answers)).not.toContain('PRIVATE');
        },
        'the first call of a plugin gets XML with a document type': overHttp(async () => {
          const path = `^${school.raw.baseUrl.pathname.replace(/\/rest$/, '')}/metadata?format=lms&external=true`;
          const { status, headers, text } = await rawRequest(school.raw, { path });
          expect(status).toBe(200);
          expect(headers['content-type']).toBe('application/xml');
          expect(text).toMatch(/^<\?xml[^\n]*\n<!DOCTYPE properties SYSTEM [^\n]+\n<properties>\n/);
          expect(text).toContain('<entry key="appid">own</entry>');
        }),
      },
      refusal: {
        'it is open to everyone, but nothing can be written to it': overHttp(async () => {
          const path = `^${school.raw.baseUrl.pathname.replace(/\/rest$/, '')}/metadata?format=lms`;
          expect((await rawRequest(school.raw, { method: 'PUT', path })).status).toBe(405);
        }),
        'a wrong password does not matter': async () => {
          const stranger = school.as({ userName: 'anna', password: 'wrong' });
          expect((await stranger.getRepositoryMetadata({ format: 'lms' })).mimeType).toBe('application/xml');
        },
      },
      badInput: {
        'another format is refused': async () => {
          const client = school.nobody as unknown as { getRepositoryMetadata(input: object): Promise<unknown> };
          await expectRefused(client.getRepositoryMetadata({ format: 'pdf' }), 400, /format/);
          await expectRefused(client.getRepositoryMetadata({}), 400, /format/);
        },
      },
    });

    describeOperation('listConnectedRepositories', school, {
      effect: {
        'address, key and rights are shown, with the own key to compare': async () => {
          const { own } = await other.admin.listConnectedRepositories();
          await connected(school, async () => {
            const listed = await school.admin.listConnectedRepositories();
            expect(listed.repositories).toMatchObject([
              { id: 'other', title: 'School other', url: way.url, write: false, fingerprint: own.fingerprint },
            ]);
            expect(listed.own).toMatchObject({ id: 'own', fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/) });
          });
        },
      },
      refusal: {
        'only for administrators': async () => {
          await expectRefused(school.anna.listConnectedRepositories(), 403);
          await expectRefused(school.nobody.listConnectedRepositories(), 401);
        },
      },
      badInput: {
        'without connections the list is empty': async () => {
          expect(await idsIn(school)).toEqual([]);
        },
      },
    });

    describeOperation('addConnectedRepository', school, {
      effect: {
        'the other repository is registered as an app that signs in nobody of this one': async () => {
          await connected(school, async () => {
            const app = (await school.admin.listApplications()).find(({ id }) => id === 'other');
            expect(app).toMatchObject({ type: 'REPOSITORY', title: 'School other' });
            expect(app?.properties).toMatchObject({ host: '127.0.0.1', trustedclient: 'true' });
            expect(app?.properties['allow_admin']).toBeUndefined();
          });
        },
        'an address without a path is completed, and further addresses are accepted': async () => {
          const { url } = await school.admin.addConnectedRepository({
            body: { url: new URL(way.url).origin, write: true, hosts: ['192.0.2.7'] },
          });
          expect(url).toBe(way.url);
          const [app] = await school.admin.listApplications();
          expect(app?.properties['host_aliases']).toBe('192.0.2.7');
          await school.admin.removeConnectedRepository({ connection: 'other' });
        },
      },
      refusal: {
        'only administrators connect, and nothing is called for anyone else': async () => {
          const before = way.requests.length;
          await expectRefused(school.anna.addConnectedRepository({ body: { url: way.url } }), 403);
          await expectRefused(school.nobody.addConnectedRepository({ body: { url: way.url } }), 401);
          expect(way.requests).toHaveLength(before);
        },
        'twice is 409, also if an app has the ID': async () => {
          await connected(school, () =>
            expectRefused(
              school.admin.addConnectedRepository({ body: { url: way.url } }),
              409,
              /repository remove other/,
            ),
          );
          const app = await registeredApp(school);
          way.behaviour = stating({ appid: app.id, public_key: newPublicKey() });
          await expectRefused(school.admin.addConnectedRepository({ body: { url: way.url } }), 409, /app remove/);
          way.behaviour = 'passes';
          await school.admin.removeApplication({ application: app.id });
        },
        'not to itself, and not to one with the same ID': async () => {
          const key = (await metadataOf(school)).get('public_key') ?? '';
          way.behaviour = stating({ appid: 'twin', public_key: key });
          await expectRefused(school.admin.addConnectedRepository({ body: { url: way.url } }), 400, /to itself/);
          way.behaviour = stating({ appid: 'own', public_key: newPublicKey() });
          await expectRefused(school.admin.addConnectedRepository({ body: { url: way.url } }), 400, /repository\.id/);
          way.behaviour = 'passes';
          expect(await idsIn(school)).toEqual([]);
        },
      },
      badInput: {
        'what is no address is refused': async () => {
          const addresses = ['', 'repo.example.org', 'file:///etc/passwd', 'ftp://x', 'http://a:b@c/', 'http://c/?x=1'];
          for (const url of addresses) {
            await expectRefused(school.admin.addConnectedRepository({ body: { url } }), 400, /address/);
          }
        },
        'what is no repository is 502, and what does not respond is 503': async () => {
          const add = () => school.admin.addConnectedRepository({ body: { url: way.url } });
          const wrong: [WayTo['behaviour'], RegExp][] = [
            [(_, response) => response.writeHead(404).end(), /returned 404/],
            [(_, response) => response.end('hello'), /no <properties>/],
            [(_, response) => response.end('x'.repeat(200_000)), /more than 100000 bytes/],
            [stating({}), /no public_key/],
            [(_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), /not followed/],
          ];
          for (const [behaviour, message] of wrong) {
            way.behaviour = behaviour;
            await expectRefused(add(), 502, message);
          }
          way.behaviour = (_, response) => response.destroy();
          await expectRefused(add(), 503, /cannot be reached/);
          way.behaviour = 'passes';
          expect(await idsIn(school)).toEqual([]);
        },
        'an unusable key or ID is refused': async () => {
          const add = () => school.admin.addConnectedRepository({ body: { url: way.url } });
          for (const entries of [{ public_key: 'none' }, { public_key: newPublicKey(1024) }]) {
            way.behaviour = stating(entries);
            await expectRefused(add(), 400, /public key/);
          }
          for (const appid of ['-all-', 'a/b', 'x'.repeat(65), '-home-']) {
            way.behaviour = stating({ appid, public_key: newPublicKey() });
            await expectRefused(add(), 400, /ID of the other repository/);
          }
          way.behaviour = 'passes';
        },
      },
    });

    describeOperation('removeConnectedRepository', school, {
      effect: {
        'it is unknown afterwards, and so is its app': async () => {
          await connected(school, async () => {
            expect(await idsIn(school)).toEqual(['other']);
          });
          expect(await idsIn(school)).toEqual([]);
          expect(await school.admin.listApplications()).toEqual([]);
          await expectRefused(school.anna.getNode({ repository: 'other', node: '-userhome-' }), 404);
        },
      },
      refusal: {
        'only administrators remove': async () => {
          await connected(school, async () => {
            await expectRefused(school.anna.removeConnectedRepository({ connection: 'other' }), 403);
            expect(await idsIn(school)).toEqual(['other']);
          });
        },
      },
      badInput: {
        'an unknown one is 404': async () => {
          await expectRefused(school.admin.removeConnectedRepository({ connection: 'nowhere' }), 404, /nowhere/);
        },
      },
    });

    describeOperation('testConnectedRepository', school, {
      effect: {
        'it says that the other side has to connect this one, too': async () => {
          await connected(school, async () => {
            const found = await school.admin.testConnectedRepository({ connection: 'other' });
            expect(found).toMatchObject({ id: 'other', version: '9.1', sameKey: true, accepted: false });
            expect(found.problem).toMatch(/own is not registered.*repository add/);
            expect(Math.abs(found.clockDifference ?? 99)).toBeLessThanOrEqual(1);
          });
        },
        'a changed key is found': async () => {
          await connected(school, async () => {
            const { behaviour } = way;
            way.behaviour = (request, response) => {
              if (request.url?.includes('/metadata'))
                stating({ appid: 'other', public_key: newPublicKey() })(request, response);
              else response.end('{"version":{"major":3,"minor":1,"repository":"9.1","renderservice":""}}');
            };
            const found = await school.admin.testConnectedRepository({ connection: 'other' });
            expect(found).toMatchObject({ sameKey: false, accepted: null });
            expect(found.problem).toMatch(/another ID or key/);
            way.behaviour = behaviour;
          });
        },
        'one that is not there is a finding, and no error': async () => {
          await connected(school, async () => {
            way.behaviour = (_, response) => response.destroy();
            const found = await school.admin.testConnectedRepository({ connection: 'other' });
            expect(found).toMatchObject({ version: null, milliseconds: null, accepted: null });
            expect(found.problem).toMatch(/cannot be reached/);
          });
        },
      },
      refusal: {
        'only administrators test': async () => {
          await expectRefused(school.anna.testConnectedRepository({ connection: 'other' }), 403);
        },
      },
      badInput: {
        'an unknown one is 404': async () => {
          await expectRefused(school.admin.testConnectedRepository({ connection: 'nowhere' }), 404);
        },
      },
    });

    test('an app of the type REPOSITORY signs in accounts of its own only', async () => {
      const app = await registeredApp(school, { type: 'REPOSITORY' });
      const signIn = (userId: string) => school.withHeaders(signedBy(app)).signInByApp({ userId });
      expect((await signIn('anna')).userId).toBe(`anna@${app.id}`);
      const asAdmin = await signIn('admin');
      const session = await school.withHeaders({ authorization: `EDU-TICKET ${asAdmin.ticket}` }).validateSession();
      expect(session).toMatchObject({ authorityName: `admin@${app.id}`, isAdmin: false });
      await school.admin.createPerson({
        repository: '-home-',
        person: `eva@${app.id}`,
        password: 'Eva hat eines 1',
        body: {},
      });
      await expectRefused(signIn('eva'), 403, /has a password here/);
      await school.admin.removeApplication({ application: app.id });
    });
  },
  // The other repository of the tests is on this machine.
  { overrides: { 'repository.id': 'own', 'repository.title': 'Our school', 'network.allowPrivate': 'true' } },
);

test('addresses of this machine and of private networks are not called by default', async () => {
  const school = await serveSchool('alone', { 'network.allowPrivate': 'false' });
  try {
    const before = way.requests.length;
    const { port } = new URL(way.url);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '10.0.0.1',
      '169.254.169.254',
    ]) {
      const url = `http://${host}:${port}/edu-sharing/rest`;
      await expectRefused(school.admin.addConnectedRepository({ body: { url } }), 502, /network\.allowPrivate/);
    }
    expect(way.requests).toHaveLength(before);
  } finally {
    await school.close();
  }
});
