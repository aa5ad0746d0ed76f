import { expect, test } from 'vitest';
import { operationNames, operations } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { admin, anna, basic } from '../support/people.ts';
import { pipelined, type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, namesIn, newName } from '../support/trees.ts';

/** The GETs of the table that are answered in JSON. */
const plain = operationNames.filter((name) => {
  const { method, result, body }: Operation = operations[name];
  return method === 'GET' && typeof result !== 'string' && body === undefined;
});

/** What must not differ: everything but the time, and what names this very request. */
function comparable({ status, headers, text }: RawResponse) {
  const { date: _, 'set-cookie': cookie, ...rest } = headers;
  const content = text
    .replace(/"requestId":"[^"]+"/, '"requestId":""')
    .replace(/"residentBytes":\d+/, '"residentBytes":0');
  const { 'content-length': length, ...others } = rest;
  return { status, others, hasLength: Number(length) === Buffer.byteLength(text), cookie: cookie?.length, content };
}

const namesOf = (list: unknown): string[] =>
  (list as { nodes: { name: string }[] }).nodes.map(({ name }) => name).sort((one, other) => one.localeCompare(other));

withTransports(
  (school) => {
    test('there are plain operations to compare', () => {
      expect(plain).toContain('getNode');
      expect(plain.length).toBeGreaterThan(8);
    });

    test.each(plain)('%s answers the same with a slash behind its address', async (name) => {
      const node = await makeFile(school.anna, 'Bruchrechnung');
      const values: Readonly<Record<string, string>> = {
        repository: '-home-',
        node: node.ref.id,
        person: '-me-',
        major: '1',
        minor: '0',
      };
      const operation: Operation = operations[name];
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? 'unknown');
      for (const query of [
        '',
        '?query=bruch&path=&maxItems=3',
        '?nodeForm=list&query=bruch&propertyFilter=cm%3Aname',
        '?maxItems=-1',
      ]) {
        for (const headers of [basic(anna), {}, { authorization: 'Bearer of-nothing' }]) {
          const usual = await rawRequest(school.raw, { path: `${path}${query}`, headers });
          const slashed = await rawRequest(school.raw, { path: `${path}/${query}`, headers });
          expect(comparable(slashed), `${path}/${query}`).toEqual(comparable(usual));
        }
      }
    });

    test.each(['%ff', '%zz', 'a%', '%c3x', '%ED%A0%80'])(
      'an address with %s is refused, and nothing is made',
      async (part) => {
        const path = `/iam/v1/people/-home-/${part}`;
        const headers = { ...basic(admin), 'content-type': 'application/json' };
        const { status, text } = await rawRequest(school.raw, { method: 'POST', path, headers, body: '{}' });
        expect(status).toBe(400);
        expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/%25/) });
        const { users } = await school.admin.searchPeople({ repository: '-home-', pattern: '*', maxItems: 1000 });
        expect(users.filter(({ userName }) => /[%\ufffd]/.test(userName))).toEqual([]);
      },
    );

    test.each(['gr%FCn', '%ff', '%c3x', '%ED%A0%80', 'a%&b=%E4'])(
      'a query with %s is refused, and nothing is made',
      async (part) => {
        const headers = { ...basic(anna), 'content-type': 'application/json' };
        for (const [method, path] of [
          ['GET', `/node/v1/nodes/-home-?query=${part}`],
          ['POST', `/iam/v1/groups/-home-/g?groupEmail=${part}`],
          ['POST', `/node/v1/nodes/-home-/-userhome-/children?type=ccm:io&versionComment=${part}`],
          ['GET', `/nothing?x=${part}`],
        ] as const) {
          const body = method === 'POST' ? '{"cm:name":["of a bad query"]}' : undefined;
          const response = await rawRequest(school.raw, {
            method,
            path,
            headers,
            ...(body === undefined ? {} : { body }),
          });
          expectRefusal(response, 400, /query.*encode UTF-8.*%C3%BC/);
        }
        expect(await namesIn(school.anna, '-userhome-')).not.toContain('of a bad query');
      },
    );

    test.each([
      ['gr%C3%BCn', 'grün'],
      ['gr%c3%bcn', 'grün'],
      ['100%', '100%'],
      ['100%25', '100%'],
      ['5%zz', '5%zz'],
      ['%u00fc', '%u00fc'],
      ['%EF%BF%BD', '\ufffd'],
      ['a+b%20c', 'a b c'],
    ])('a query with %s means %s', async (part, comment) => {
      const node = await makeFile(school.anna, 'x');
      const path = `/node/v1/nodes/-home-/${node.ref.id}/metadata?versionComment=${part}`;
      const headers = { ...basic(anna), 'content-type': 'application/json' };
      expect((await rawRequest(school.raw, { method: 'POST', path, headers, body: '{}' })).status).toBe(200);
      const { version } = await school.anna.getVersion({ ...at(node), major: 1, minor: 2 });
      expect(version.comment).toBe(comment);
    });

    test('lists that wait for each other on one connection keep their own bytes', async () => {
      const folders = [];
      for (const name of ['eins', 'zwei', 'drei']) {
        const folder = await makeFolder(school.anna, { name: newName(name) });
        for (let number = 1; number <= 3; number += 1)
          await makeFile(school.anna, 'x', { parent: folder, name: `${name} ${number}` });
        folders.push({ folder, names: [`${name} 1`, `${name} 2`, `${name} 3`] });
      }
      const asked = [...folders, ...folders, ...folders];
      const requests = asked.map(({ folder }, at) => ({
        path: `/node/v1/nodes/-home-/${folder.ref.id}/children`,
        headers: { ...basic(anna), connection: at === asked.length - 1 ? 'close' : 'keep-alive' },
      }));
      const bodies = await pipelined(school.raw, requests);
      expect(bodies.map(namesOf)).toEqual(asked.map(({ names }) => names));
    });
  },
  { only: ['TCP'] },
);
