import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { formOf, formType, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, download, makeFile, makeFolder, pictureOf, type WireNode } from '../support/trees.ts';

const json = { ...basic(anna), 'content-type': 'application/json', accept: 'application/json' };

const nodePath = (node: WireNode): string => `/node/v1/nodes/-home-/${node.ref.id}`;

const badBodies: readonly (readonly [string, string, RegExp])[] = [
  ['nothing', '', /properties is missing/],
  ['null', 'null', /properties is missing/],
  ['a broken object', '{"cm:name": ["a"', /not valid JSON/],
  ['a word', 'hello', /not valid JSON/],
  ['two objects', '{"cm:name":["a"]}{}', /not valid JSON/],
  ['a list', '[["cm:name", "a"]]', /JSON object/],
  ['a text', '"cm:name"', /JSON object/],
  ['a number', '7', /JSON object/],
  ['true', 'true', /JSON object/],
  ['an object as a value', '{"cm:name":["a"],"cclom:title":{"de":"x"}}', /cclom:title must be text/],
  ['a list in a list', '{"cm:name":["a"],"cclom:title":[["x"]]}', /cclom:title must be text/],
  ['an object in a list', '{"cm:name":["a"],"cclom:title":[{"x":1}]}', /cclom:title must be text/],
  [
    'a name without a namespace',
    '{"cm:name":["a"],"title":["x"]}',
    /"title" is not a property name.* such as cm:name\.$/,
  ],
  ['an empty name', '{"cm:name":["a"],"":["x"]}', /not a property name/],
  ['a name that never ends', `{"cm:name":["a"],"cm:${'x'.repeat(1_000)}":["x"]}`, /x{90}…" is not a property name/],
  ['a name with nothing behind its namespace', '{"cm:name":["a"],"cm:":["x"]}', /not a property name/],
  [
    'a namespace that nobody knows',
    '{"cm:name":["a"],"{http://x}y":["x"]}',
    /namespace that is not registered: \{http:\/\/x\}y\. Use a registered one \(cm, /,
  ],
  ['constructor', '{"cm:name":["a"],"constructor":{"prototype":{"polluted":"yes"}}}', /"constructor"|forbidden/],
  ['__proto__', '{"cm:name":["a"],"__proto__":{"polluted":"yes"}}', /__proto__|forbidden/],
  ['__proto__ with a text', '{"cm:name":["a"],"__proto__":["polluted"]}', /__proto__|forbidden/],
  ['__proto__ inside', '{"cm:name":["a"],"cclom:title":{"__proto__":{"polluted":"yes"}}}', /./],
  ['__proto__ in another writing', '{"cm:name":["a"],"\\u005f_proto__":{"polluted":"yes"}}', /./],
];

withTransports(
  (school) => {
    describe('a JSON body', () => {
      test.each(badBodies)('that is or has %s is refused, and nothing is made', async (_, body, message) => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        const before = await pictureOf(school.anna, folder);
        const calls = [
          { method: 'POST', path: `${nodePath(folder)}/children?type=ccm:io` },
          { method: 'PUT', path: `${nodePath(file)}/metadata` },
          { method: 'POST', path: `${nodePath(file)}/metadata?versionComment=x` },
        ];
        for (const call of calls) {
          expectRefusal(await rawRequest(school.raw, { ...call, headers: json, body }), 400, message);
        }
        expect(await pictureOf(school.anna, folder)).toEqual(before);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      });

      test('that is too large is refused', async () => {
        const folder = await makeFolder(school.anna);
        const body = JSON.stringify({ 'cm:name': ['a'], 'cclom:title': ['x'.repeat(1_100_000)] });
        const call = { method: 'POST', path: `${nodePath(folder)}/children?type=ccm:io`, headers: json, body };
        expectRefusal(await rawRequest(school.raw, call), 413, /bytes/);
        expect((await school.anna.listChildren(at(folder))).pagination.total).toBe(0);
      });

      test('that is no UTF-8 does not bring in what was not sent', async () => {
        const folder = await makeFolder(school.anna);
        const body = Buffer.from('{"cm:name":["\xfcben"]}', 'latin1');
        const path = `${nodePath(folder)}/children?type=ccm:io`;
        expectRefusal(await rawRequest(school.raw, { method: 'POST', path, headers: json, body }), 400, /UTF-8|JSON/);
        expect((await school.anna.listChildren(at(folder))).pagination.total).toBe(0);
      });

      test('may be nested as deep as limits.jsonDepth says', async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { method: 'PUT', path: `${nodePath(file)}/metadata`, headers: json };
        const nested = (depth: number): string => `{"cclom:title":${'['.repeat(depth - 1)}"x"${']'.repeat(depth - 1)}}`;
        expectRefusal(await rawRequest(school.raw, { ...call, body: nested(101) }), 400, /more than 100 deep/);
        expectRefusal(await rawRequest(school.raw, { ...call, body: nested(100) }), 400, /cclom:title/);
      });

      test('that is very deep or very wide does not stop the repository', async () => {
        const folder = await makeFolder(school.anna);
        const deep = `{"cm:name":["a"],"cclom:title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
        const path = `${nodePath(folder)}/children?type=ccm:io`;
        expectRefusal(await rawRequest(school.raw, { method: 'POST', path, headers: json, body: deep }), 400);
        const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`ccm:p${index}`, ['x']]));
        const body = JSON.stringify({ 'cm:name': ['many'], ...many });
        expect((await rawRequest(school.raw, { method: 'POST', path, headers: json, body })).status).toBe(200);
      });

      test('wrapped in the name of the parameter is understood, as is a number, a truth value and null', async () => {
        const folder = await makeFolder(school.anna);
        const body = JSON.stringify({
          properties: { 'cm:name': 'wrapped', 'cclom:aggregationlevel': 2, 'ccm:flag': [true, null], 'ccm:none': null },
        });
        const path = `${nodePath(folder)}/children?type=ccm%3Aio`;
        const response = await rawRequest(school.raw, { method: 'POST', path, headers: json, body });
        expect(response.status, response.text).toBe(200);
        const [node] = (await school.anna.listChildren(at(folder))).nodes;
        expect(node).toMatchObject({
          name: 'wrapped',
          properties: { 'cclom:aggregationlevel': ['2'], 'ccm:flag': ['true'] },
        });
        expect(node?.properties).not.toHaveProperty(['ccm:none']);
      });

      test('wrapped permissions are understood, and an empty body changes none', async () => {
        const file = await makeFile(school.anna, 'x');
        const acl = { inherited: false, permissions: [{ authority: { authorityName: 'carla' }, permission: 'Read' }] };
        const path = `${nodePath(file)}/permissions?sendMail=False&sendCopy=False`;
        const body = JSON.stringify({ permissions: acl });
        const response = await rawRequest(school.raw, { method: 'POST', path, headers: json, body });
        expect([response.status, response.text]).toEqual([200, '']);
        const set = await school.anna.getPermissions(at(file));
        expect(set.permissions.localPermissions.permissions).toHaveLength(1);
        for (const empty of ['', 'null', '{}']) {
          const attempt = { method: 'PUT', path, headers: json, body: empty };
          expectRefusal(await rawRequest(school.raw, attempt), 400);
        }
        expect(await school.anna.getPermissions(at(file))).toEqual(set);
      });

      test('that is empty and said to be a form is missing, not of an unsupported type', async () => {
        const file = await makeFile(school.anna, 'x');
        const headers = { ...basic(anna), 'content-type': 'application/x-www-form-urlencoded', 'content-length': 0 };
        const path = `${nodePath(file)}/metadata`;
        expectRefusal(await rawRequest(school.raw, { method: 'PUT', path, headers }), 400, /properties is missing/);
      });

      test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/ld+json', 'text/json', undefined])(
        'is read as JSON where it is said to be %s',
        async (type) => {
          const file = await makeFile(school.anna, 'x');
          const headers = { ...basic(anna), ...(type === undefined ? {} : { 'content-type': type }) };
          const call = { method: 'PUT', path: `${nodePath(file)}/metadata`, headers };
          const response = await rawRequest(school.raw, { ...call, body: '{"cclom:title":["new"]}' });
          expect(response.status, response.text).toBe(200);
          expect((await school.anna.getNode(at(file))).node.title).toBe('new');
          expectRefusal(await rawRequest(school.raw, { ...call, body: 'cclom:title=x' }), 400, /not valid JSON/);
          expect((await school.anna.getNode(at(file))).node.title).toBe('new');
        },
      );

      test.each([
        'nonsense',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'multipart/form-data',
      ])('that is said to be %s is refused with advice', async (type) => {
        const file = await makeFile(school.anna, 'x');
        const headers = { ...basic(anna), 'content-type': type };
        const call = { method: 'PUT', path: `${nodePath(file)}/metadata`, headers, body: '{"cclom:title":["new"]}' };
        expectRefusal(await rawRequest(school.raw, call), 415, /takes JSON.*application\/json/);
        expect((await school.anna.getNode(at(file))).node.title).toBeNull();
      });

      test('that is compressed in an unknown way is refused', async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { method: 'PUT', path: `${nodePath(file)}/metadata`, body: 'x' };
        const headers = { ...json, 'content-encoding': 'lzma' };
        expectRefusal(await rawRequest(school.raw, { ...call, headers }), 415, /gzip, deflate or br/);
      });

      test.each([
        ['gzip', gzipSync],
        ['GZIP', gzipSync],
        ['x-gzip', gzipSync],
        ['Deflate', deflateSync],
        ['br', brotliCompressSync],
        ['Identity', (bytes: Buffer) => bytes],
        ['', (bytes: Buffer) => bytes],
      ])('may have the Content-Encoding "%s"', async (encoding, compress) => {
        const file = await makeFile(school.anna, 'x');
        const headers = { ...json, 'content-encoding': encoding };
        const body = compress(Buffer.from('{"cclom:title":["Größe"]}'));
        const call = { method: 'PUT', path: `${nodePath(file)}/metadata`, headers, body };
        expect((await rawRequest(school.raw, call)).status).toBe(200);
        expect((await school.anna.getNode(at(file))).node.title).toBe('Größe');
      });

      test.each(['content?mimetype=text/plain', 'textContent?mimetype=text/plain'])(
        'a compressed form is refused: %s',
        async (operation) => {
          const file = await makeFile(school.anna, 'x');
          const headers = { ...basic(anna), 'content-type': formType(), 'content-encoding': 'gzip' };
          const body = gzipSync(formOf([{ field: 'file', fileName: 'a.txt', bytes: 'new' }]));
          const call = { method: 'POST', path: `${nodePath(file)}/${operation}`, headers, body };
          expectRefusal(await rawRequest(school.raw, call), 415, /without Content-Encoding/);
          expect((await download(school.anna, file)).toString()).toBe('x');
        },
      );

      test('without a type in the query is refused', async () => {
        const folder = await makeFolder(school.anna);
        for (const query of ['', '?type=', '?type=ccm:unknown', '?aspects=ccm:io']) {
          const path = `${nodePath(folder)}/children${query}`;
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path,
            headers: json,
            body: '{"cm:name":["a"]}',
          });
          expectRefusal(response, 400, /type/);
        }
        expect((await school.anna.listChildren(at(folder))).pagination.total).toBe(0);
      });
    });
  },
  { only: ['TCP'] },
);

withTransports(
  (school: School) => {
    describe('in-process', () => {
      test('__proto__ and constructor are names without a namespace, and touch no prototype', async () => {
        const folder = await makeFolder(school.anna);
        for (const text of badBodies.map(([, body]) => body).filter((body) => /proto|constructor/.test(body))) {
          const answer = await school.send({
            operation: 'createNode',
            params: { repository: '-home-', node: folder.ref.id },
            query: { type: 'ccm:io' },
            headers: basic(anna),
            body: JSON.parse(text),
          });
          expect(answer.status).toBe(400);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
        }
        expect((await school.anna.listChildren(at(folder))).pagination.total).toBe(0);
      });
    });
  },
  { only: ['in-process'] },
);
