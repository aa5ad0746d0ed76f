import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, newName } from '../support/trees.ts';

withTransports((school) => {
  describeGetAbout(school);
  describeGetReadiness(school);
  describeGetOpenApi(school);
  describeValidateSession(school);
  describeGetStatus(school);
});

/** The status, when nothing of what was left before is still to be done: reading texts and making pictures are changes, too. Only a server does so. */
async function statusAtRest({ admin, transport }: School) {
  for (;;) {
    const status = await admin.getStatus();
    if (transport === 'in-process' || status.texts.waiting + status.previews.waiting === 0) return status;
    await wait(50);
  }
}

/** What all parts of a check count together. */
async function verifyAll(admin: Client): Promise<{ nodes: number; contents: number; problems: number }> {
  const total = { nodes: 0, contents: 0, problems: 0 };
  let after: string | null | undefined;
  do {
    const part = await admin.verifyRepository(typeof after === 'string' ? { after } : {});
    total.nodes += part.nodes;
    total.contents += part.contents;
    total.problems += part.problems.length;
    after = part.next;
  } while (after !== null);
  return total;
}

/** Four changes: a folder, a file in two of them, and a person. */
async function changeFourTimes({ anna, admin }: School): Promise<void> {
  const folder = await makeFolder(anna);
  await makeFile(anna, 'x', { parent: folder });
  await admin.createPerson({ repository: '-home-', person: newName('count'), body: {} });
}

/** What stands in Anna's material and nowhere else. */
async function privateWords(school: School): Promise<readonly string[]> {
  const name = newName('Zeugnisnoten');
  const file = await makeFile(school.anna, 'x', { name, properties: { 'cclom:title': `Titel ${name}` } });
  return [name, file.ref.id, anna.lastName, anna.email];
}

function expectWithout(value: unknown, words: readonly string[]): void {
  const text = JSON.stringify(value);
  for (const word of words) expect(text).not.toContain(word);
}

function describeGetAbout(school: School): void {
  describeOperation('getAbout', school, {
    effect: {
      'the version is what clients compare, and every service named is one that answers': async () => {
        const about = await school.nobody.getAbout();
        expect(about.version).toMatchObject({ major: 3, minor: 1, repository: '9.1' });
        expect(about.services.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['AUTHENTICATION', 'BULK', 'IAM', 'NODE', 'ORGANIZATION', 'SEARCH']),
        );
        const { paths } = await school.nobody.getOpenApi();
        const served = Object.keys(paths as object);
        const segments = served.map((path) => /^\/(\w+)\/v1\//.exec(path)?.[1]?.toUpperCase()).filter(Boolean);
        expect(about.services.map(({ name }) => name)).toEqual([...new Set(segments)].sort());
        for (const { name, instances } of about.services) {
          expect(instances, name).toHaveLength(1);
          expect(instances[0]?.version).toEqual({ major: 1, minor: 0 });
          expect(
            served.some((path) => path.startsWith(`${instances[0]?.endpoint}/`)),
            name,
          ).toBe(true);
        }
      },
    },
    refusal: {
      'wrong credentials do not matter, and nothing private is in it': async () => {
        const words = await privateWords(school);
        const about = await school.as({ userName: 'anna', password: 'wrong' }).getAbout();
        expect(about).toEqual(await school.anna.getAbout());
        expectWithout(about, words);
      },
    },
    badInput: {
      'another method and a path below are told that there is no such operation': overHttp(async () => {
        const wrongMethod = await rawRequest(school.raw, { method: 'DELETE', path: '/_about' });
        expectRefusal(wrongMethod, 405, /no operation DELETE .*openapi\.json/);
        expectRefusal(await rawRequest(school.raw, { path: '/_about/more' }), 404, /no operation GET/);
      }),
    },
  });
}

function describeGetReadiness(school: School): void {
  describeOperation('getReadiness', school, {
    effect: {
      'a server that responds is ready, and so is its search once the index is complete': async () => {
        for (const mode of ['SERVICE', 'SEARCH'] as const) {
          expect(await school.nobody.getReadiness({ mode })).toEqual({ statusCode: 'OK' });
          expect(await school.nobody.getReadiness({ mode, timeoutSeconds: 0 })).toEqual({ statusCode: 'OK' });
        }
      },
    },
    refusal: {
      'wrong credentials do not matter': async () => {
        const stranger = school.as({ userName: 'anna', password: 'wrong' });
        expect(await stranger.getReadiness({ mode: 'SERVICE' })).toEqual({ statusCode: 'OK' });
      },
    },
    badInput: {
      'an unknown part, or a time out of bounds': async () => {
        await expectRefused(school.nobody.getReadiness({ mode: 'COFFEE' as never }), 400, /mode/);
        for (const timeoutSeconds of [-1, 31]) {
          await expectRefused(school.nobody.getReadiness({ mode: 'SEARCH', timeoutSeconds }), 400, /timeoutSeconds/);
        }
      },
    },
  });
}

function describeGetOpenApi(school: School): void {
  describeOperation('getOpenApi', school, {
    effect: {
      'it describes the calls that there are': async () => {
        const document = await school.nobody.getOpenApi();
        expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/edu-sharing/rest' }] });
        expect(document['paths']).toHaveProperty([
          '/node/v1/nodes/{repository}/{node}/children',
          'post',
          'operationId',
        ]);
      },
      'the old address answers the same': overHttp(async () => {
        const [now, old] = await Promise.all(
          ['/openapi.json', '/swagger.json'].map((path) => rawRequest(school.raw, { path })),
        );
        expect(old?.status).toBe(200);
        expect(old?.json()).toEqual(now?.json());
      }),
    },
    refusal: {
      'wrong credentials do not matter, and nothing private is in it': async () => {
        const words = await privateWords(school);
        const document = await school.as({ userName: 'anna', password: 'wrong' }).getOpenApi();
        expect(document).toEqual(await school.anna.getOpenApi());
        expectWithout(document, words);
      },
    },
    badInput: {
      'another method is told that there is no such operation': overHttp(async () => {
        const response = await rawRequest(school.raw, { method: 'POST', path: '/openapi.json', body: '{' });
        expectRefusal(response, 405, /no operation POST/);
      }),
    },
  });
}

function describeValidateSession(school: School): void {
  describeOperation('validateSession', school, {
    effect: {
      'it tells who is signed in, and where their home is': async () => {
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        expect(await school.anna.validateSession()).toMatchObject({
          authorityName: 'anna',
          isAdmin: false,
          isGuest: false,
          isValidLogin: true,
          sessionTimeout: 3600,
          statusCode: 'OK',
          currentScope: null,
          userHome: home.ref.id,
        });
        const session = await school.admin.validateSession();
        expect(session).toMatchObject({ isAdmin: true, statusCode: 'OK' });
        expect(session.toolPermissions).toContain('TOOLPERMISSION_CREATE_ELEMENTS_FILES');
      },
      'the token of whoever may read the data directory signs the administrator in': async () => {
        const token = (await readFile(dataPaths(school.dataDirectory).operatorToken, 'utf8')).trim();
        const session = await school.withHeaders({ authorization: `Bearer ${token}` }).validateSession();
        expect(session).toMatchObject({ authorityName: 'admin', isAdmin: true });
      },
    },
    refusal: {
      'without or with wrong credentials it answers 200 and says that the login is not valid': async () => {
        const invalid = {
          authorityName: null,
          isAdmin: false,
          isGuest: false,
          isValidLogin: false,
          statusCode: 'INVALID_CREDENTIALS',
          toolPermissions: [],
          userHome: null,
        };
        const strangers = [
          school.nobody,
          school.as({ userName: 'anna', password: 'wrong' }),
          school.as({ userName: 'unknown', password: anna.password }),
          school.withHeaders({ authorization: 'Bearer wrong' }),
          school.withHeaders({ cookie: 'JSESSIONID=made-up' }),
        ];
        for (const stranger of strangers) expect(await stranger.validateSession()).toMatchObject(invalid);
      },
    },
    badInput: {
      'headers that are no credentials are wrong ones: 200 here, 401 elsewhere': async () => {
        const headers = ['Basic', 'Basic ', 'Basic %%%', 'Digest abc', 'anna', 'Basic YW5uYQ== more', '\u00e4'];
        for (const authorization of headers) {
          const client = school.withHeaders({ authorization });
          expect(await client.validateSession(), authorization).toMatchObject({ isValidLogin: false });
          await expectRefused(client.getNode(at('-userhome-')), 401, /sign-in failed/);
        }
      },
      'another method is told that there is no such operation': overHttp(async () => {
        const path = '/authentication/v1/validateSession';
        expectRefusal(await rawRequest(school.raw, { method: 'PUT', path, headers: basic(anna) }), 405, /PUT/);
      }),
    },
  });
}

function describeGetStatus(school: School): void {
  describeOperation('getStatus', school, {
    effect: {
      'it counts what there is': async () => {
        // That Anna signs in for the first time, and what a text like this has in it, is noted behind the answers: changes, too.
        await changeFourTimes(school);
        const before = await statusAtRest(school);
        await changeFourTimes(school);
        const after = await school.admin.getStatus();
        // A person comes with a home folder.
        expect(after.store.nodes).toBe(before.store.nodes + 3);
        expect(after.store.people).toBe(before.store.people + 1);
        expect(after.store.commit).toBe(before.store.commit + 4);
        expect(after.store).toMatchObject({ writable: true, problem: null });
        expect(after.process.pid).toBe(process.pid);
        expect(after.repository).toEqual({ id: 'local', title: 'edu-repo' });
      },
      'what is found has been taken into the index': async () => {
        await makeFile(school.anna, 'x');
        await school.anna.searchNodes({ repository: '-home-', query: 'anything' });
        const { index, store } = await school.admin.getStatus();
        expect(index.position).toBe(store.commit);
        expect(index.state).toBe('ready');
        expect(index.documents).toBe(store.nodes);
        expect(index.waiting).toBe(0);
      },
    },
    refusal: {
      'it is for administrators': async () => {
        await expectRefused(school.anna.getStatus(), 403, /administrator/);
        await expectRefused(school.nobody.getStatus(), 401, /Sign in/);
      },
    },
    badInput: {
      'another method is told that there is no such operation': overHttp(async () => {
        expectRefusal(await rawRequest(school.raw, { method: 'POST', path: '/admin/v1/status' }), 405, /POST/);
      }),
    },
  });

  describeOperation('verifyRepository', school, {
    effect: {
      'it reads everything that is stored, and continues after a node': async () => {
        const before = await verifyAll(school.admin);
        const file = await makeFile(school.anna, newName('first'));
        const next = newName('second');
        await school.anna.uploadContent({ ...at(file), versionComment: 'next', body: aFile(next) });
        const after = await verifyAll(school.admin);
        expect(after).toMatchObject({ problems: 0, nodes: before.nodes + 1 });
        expect(after.contents).toBeGreaterThanOrEqual(before.contents + 2);
        const last = await school.admin.verifyRepository({ after: 'ffffffff-ffff-4fff-bfff-ffffffffffff' });
        expect(last).toMatchObject({ nodes: 0, contents: 0, bytes: 0, problems: [], next: null });
      },
    },
    refusal: {
      'it is for administrators': async () => {
        await expectRefused(school.anna.verifyRepository({}), 403, /administrator/);
        await expectRefused(school.nobody.verifyRepository({}), 401, /Sign in/);
      },
    },
    badInput: {
      'what is not the ID of a node is refused': async () => {
        await expectRefused(school.admin.verifyRepository({ after: 'none' }), 400, /after/);
      },
    },
  });
}
