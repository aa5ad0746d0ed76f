import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { rawConnection, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, namesIn, type WireNode } from '../support/trees.ts';

const headers = { ...basic(anna), accept: 'application/json' };
const json = { ...headers, 'content-type': 'application/json' };

withTransports(
  (school) => {
    describe('forms of requests that clients in the field send', () => {
      test('double and trailing slashes do not matter', async () => {
        const folder = await makeFolder(school.anna);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'a' });
        const { id } = folder.ref;
        const paths = [
          `/node/v1/nodes/-home-/${id}/children`,
          `/node/v1/nodes/-home-/${id}/children/`,
          `/node/v1/nodes/-home-//${id}/children?maxItems=5`,
          `//node/v1//nodes/-home-/${id}///children//?skipCount=0`,
        ];
        for (const path of paths) {
          const response = await rawRequest(school.raw, { path, headers });
          expect(response.status, path).toBe(200);
          expect(response.json(), path).toMatchObject({ pagination: { total: 1 } });
        }
        const body = '{"cm:name":["b"]}';
        const path = `/node/v1/nodes/-home-/${id}/children/?type=ccm:io&renameIfExists=false&assocType=`;
        expect((await rawRequest(school.raw, { method: 'POST', path, headers: json, body })).status).toBe(200);
        expect(await namesIn(school.anna, folder)).toEqual(['a', 'b']);
      });

      test.each(['true', 'True', 'TRUE'])('renameIfExists=%s is true', async (value) => {
        const folder = await makeFolder(school.anna);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'a.txt' });
        const path = `/node/v1/nodes/-home-/${folder.ref.id}/children?type=ccm:io&renameIfExists=${value}`;
        const call = { method: 'POST', path, headers: json, body: '{"cm:name":["a.txt"]}' };
        expect((await rawRequest(school.raw, call)).status).toBe(200);
        expect((await namesIn(school.anna, folder)).sort()).toEqual(['a - 1.txt', 'a.txt']);
      });

      test.each(['false', 'False', ''])('renameIfExists=%s is false', async (value) => {
        const folder = await makeFolder(school.anna);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'a.txt' });
        const path = `/node/v1/nodes/-home-/${folder.ref.id}/children?type=ccm:io&renameIfExists=${value}`;
        const call = { method: 'POST', path, headers: json, body: '{"cm:name":["a.txt"]}' };
        expectRefusal(await rawRequest(school.raw, call), 409, /a\.txt/);
      });

      test.each(['yes', '1', 'null'])('renameIfExists=%s is refused', async (value) => {
        const path = `/node/v1/nodes/-home-/-userhome-/children?type=ccm:io&renameIfExists=${value}`;
        const call = { method: 'POST', path, headers: json, body: '{"cm:name":["never made"]}' };
        expectRefusal(await rawRequest(school.raw, call), 400, /renameIfExists/);
        expect(await namesIn(school.anna, '-userhome-')).not.toContain('never made');
      });

      test('lists are repeated parameters', async () => {
        const query = 'type=ccm:io&aspects=ccm:published&aspects=cm:versionable';
        const path = `/node/v1/nodes/-home-/-userhome-/children?${query}`;
        const call = { method: 'POST', path, headers: json, body: '{"cm:name":["with aspects"]}' };
        const response = await rawRequest(school.raw, call);
        expect(response.json()).toMatchObject({ node: { aspects: ['ccm:published', 'cm:versionable'] } });
      });

      test('lists of names and IDs may be separated by commas', async () => {
        const folder = await makeFolder(school.anna);
        for (const name of ['b.txt', 'a.txt']) await makeFile(school.anna, name, { parent: folder, name });
        await makeFolder(school.anna, { parent: folder, name: 'c' });
        const children = `/node/v1/nodes/-home-/${folder.ref.id}/children`;
        const listed = async (query: string) => {
          const response = await rawRequest(school.raw, { path: `${children}?${query}`, headers });
          const { nodes } = response.json() as { nodes: Pick<WireNode, 'ref' | 'name' | 'properties'>[] };
          return nodes;
        };
        const filtered = await listed('propertyFilter=cm:name,%20cm:creator');
        expect(filtered.map(({ properties }) => Object.keys(properties).sort())).toContainEqual([
          'cm:creator',
          'cm:name',
        ]);
        const [whole] = await listed('propertyFilter=-all-,cm:name');
        expect(Object.keys(whole?.properties ?? {}).length).toBeGreaterThan(3);
        const sorted = await listed('sortProperties=cm:creator,cm:name&sortAscending=true,false&filter=files');
        expect(sorted.map(({ name }) => name)).toEqual(['b.txt', 'a.txt']);
        expect(await listed('filter=files,folders')).toHaveLength(3);
        const ids = (await listed('')).map(({ ref }) => ref.id);
        const byId = await rawRequest(school.raw, {
          path: `/search/v1/metadata/-home-?nodeIds=${ids.join(',')}`,
          headers,
        });
        expect(byId.json()).toMatchObject({ pagination: { total: 3 } });
        const value = await rawRequest(school.raw, {
          ...{ method: 'POST', headers: { ...json, 'content-type': 'application/json' } },
          path: `/node/v1/nodes/-home-/${folder.ref.id}/property?property=cclom:title&value=one,%20two`,
        });
        expect(value.status, value.text).toBe(200);
        expect((await school.anna.getNode(at(folder))).node.title).toBe('one, two');
      });

      test('properties may be a list, as nodeForm=list returns them', async () => {
        const file = await makeFile(school.anna, 'x');
        const path = `/node/v1/nodes/-home-/${file.ref.id}/metadata?versionComment=x`;
        const put = (body: unknown) =>
          rawRequest(school.raw, { method: 'PUT', path, headers: json, body: JSON.stringify(body) });
        expect((await put([{ name: 'cclom:title', values: ['One'] }])).status).toBe(200);
        expect((await put({ properties: [{ name: 'cclom:general_keyword', values: ['a', 'b'] }] })).status).toBe(200);
        const { node } = await school.anna.getNode(at(file));
        expect(node).toMatchObject({ title: 'One', properties: { 'cclom:general_keyword': ['a', 'b'] } });
        for (const body of [
          [],
          [{ name: 'cclom:title' }],
          [{ values: ['x'] }],
          ['x'],
          [null],
          [{ name: 1, values: [] }],
        ]) {
          expectRefusal(await put(body), 400, /JSON object/);
        }
      });

      test('search parameters may be wrapped in an object with their name', async () => {
        const title = 'Quarzporphyr';
        await makeFile(school.anna, 'x', { properties: { 'cclom:title': title } });
        const path = '/search/v1/queries/-home-/-default-/ngsearch';
        const found = async (word: string, wrapper: string) => {
          const criteria = [{ property: 'ngsearchword', values: [word] }];
          const body = JSON.stringify({ [wrapper]: { criteria } });
          const response = await rawRequest(school.raw, { method: 'POST', path, headers: json, body });
          return (response.json() as { pagination: { total: number } }).pagination.total;
        };
        for (const wrapper of ['search parameters', 'parameters', 'searchParameters']) {
          expect([await found(title, wrapper), await found(`${title}zzz`, wrapper)], wrapper).toEqual([1, 0]);
        }
      });

      test('half of a character at the end of a text that was cut off becomes U+FFFD', async () => {
        const file = await makeFile(school.anna, 'x');
        const path = `/node/v1/nodes/-home-/${file.ref.id}/metadata`;
        const body = '{"cclom:title":["Ballons \\ud83c"],"cclom:general_keyword":["a","\\udf88 b"]}';
        const response = await rawRequest(school.raw, { method: 'PUT', path, headers: json, body });
        expect(response.status, response.text).toBe(200);
        const { node } = await school.anna.getNode(at(file));
        expect(node).toMatchObject({
          title: 'Ballons \uFFFD',
          properties: { 'cclom:general_keyword': ['a', '\uFFFD b'] },
        });
      });

      test('a byte order mark before JSON, and a session in the path, do not matter', async () => {
        const folder = await makeFolder(school.anna);
        const path = `/node/v1/nodes/-home-/${folder.ref.id}/children;jsessionid=0A1B?type=ccm:io`;
        const body = '\uFEFF{"cm:name":["with mark"]}';
        const response = await rawRequest(school.raw, { method: 'POST', path, headers: json, body });
        expect(response.status, response.text).toBe(200);
        expect(await namesIn(school.anna, folder)).toEqual(['with mark']);
      });

      test('an empty target is none', async () => {
        const file = await makeFile(school.anna, 'current');
        await school.anna.deleteNode(at(file));
        const restore = `/archive/v1/restore/-home-?archivedNodeIds=${file.ref.id}&target=`;
        expect((await rawRequest(school.raw, { method: 'POST', path: restore, headers })).status).toBe(200);
        expect((await school.anna.getNode(at(file))).node.parent).toEqual(file.parent);
      });

      test('a search by POST is no change: a page of another site may send it with Basic', async () => {
        const response = await rawRequest(school.raw, {
          ...{ method: 'POST', path: '/search/v1/queries/-home-/-default-/ngsearch', body: '{"criteria":[]}' },
          headers: { ...json, origin: 'https://moodle.example' },
        });
        expect(response.status, response.text).toBe(200);
      });

      test('Expect: 100-continue is answered, with a chunked and empty body', async () => {
        const file = await makeFile(school.anna, 'x');
        const socket = await rawConnection(school.raw);
        const received: string[] = [];
        socket.setEncoding('utf8');
        socket.write(
          [
            `POST ${school.raw.baseUrl.pathname}/node/v1/nodes/-home-/${file.ref.id}/permissions HTTP/1.1`,
            'Host: localhost',
            `Authorization: ${basic(anna).authorization}`,
            'Content-Type: application/json',
            'Transfer-Encoding: chunked',
            'Expect: 100-continue',
            'Connection: close',
            '\r\n',
          ].join('\r\n'),
        );
        for await (const text of socket) {
          received.push(String(text));
          // Only now that the server has asked for it is the (empty) body sent.
          if (received.join('') === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('0\r\n\r\n');
        }
        const answer = received.join('');
        expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
        expect(answer).toContain('permissions is missing');
      });

      test('a JSON body may come in chunks', async () => {
        const folder = await makeFolder(school.anna);
        const path = `/node/v1/nodes/-home-/${folder.ref.id}/children?type=ccm:io`;
        const body = Readable.from(['{"cm:', 'name":["in ', 'chunks"]}'].map((text) => Buffer.from(text)));
        const response = await rawRequest(school.raw, { method: 'POST', path, headers: json, body });
        expect(response.status, response.text).toBe(200);
        expect(await namesIn(school.anna, folder)).toEqual(['in chunks']);
      });

      test('unknown parameters are left aside', async () => {
        const path = '/node/v1/nodes/-home-/-userhome-/metadata?propertyFilter=-all-&__proto__=x&constructor=y';
        expect((await rawRequest(school.raw, { path, headers })).status).toBe(200);
      });
    });

    describe('requests that lead nowhere', () => {
      const unknown: readonly (readonly [string, string, number])[] = [
        ['GET', '/', 404],
        ['GET', '/nothing/v1/here', 404],
        ['GET', '^/etc/passwd', 404],
        ['GET', '/../../etc/passwd', 404],
        ['GET', '/%2e%2e/%2e%2e/config.yaml', 404],
        ['PATCH', '/node/v1/nodes/-home-/-userhome-/metadata', 405],
        ['DELETE', '/node/v1/nodes/-home-/-userhome-/metadata', 405],
      ];

      test.each(unknown)('%s %s is told so in an ErrorResponse', async (method, path, status) => {
        expectRefusal(await rawRequest(school.raw, { method, path, headers }), status, /no operation/);
      });

      test.each(['%', '%E0%A4%A', '%ff', '%00', 'a%2Fb', '%2e%2e'])('an id like %s is missing', async (id) => {
        const path = `/node/v1/nodes/-home-/${id}/metadata`;
        const { status, text } = await rawRequest(school.raw, { path, headers });
        expect([400, 404], text).toContain(status);
        expect(JSON.parse(text)).toHaveProperty('message');
      });

      test('what is no HTTP does not stop the repository', async () => {
        for (const text of ['hello\r\n\r\n', 'GET\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(5_000_000)}\r\n\r\n`]) {
          const socket = await rawConnection(school.raw);
          socket.on('error', () => undefined);
          socket.end(text);
          await new Promise((resolve) => socket.once('close', resolve).resume());
        }
        expect((await rawRequest(school.raw, { path: '/_about' })).status).toBe(200);
      });

      test('an unknown repository is missing, for every call that names one', async () => {
        const paths = ['/-userhome-/metadata', '/-userhome-/children', '?query=x', '/-userhome-/_resolve?path=x'];
        for (const path of paths) {
          const response = await rawRequest(school.raw, { path: `/node/v1/nodes/other${path}`, headers });
          expectRefusal(response, 404, /Repository other does not exist/);
          expect((await rawRequest(school.raw, { path: `/node/v1/nodes/local${path}`, headers })).status).not.toBe(500);
        }
        expect((await school.anna.getNode({ ...at('-userhome-'), repository: 'local' })).node.name).toBe('anna');
      });
    });
  },
  { only: ['TCP'] },
);
