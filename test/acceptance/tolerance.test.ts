import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { operationNames, operations } from '../../src/contract/index.ts';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawConnection, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName } from '../support/trees.ts';

/** A form of a request: its first line, its headers, its body, and what comes back. `{file}` and `{folder}` are IDs. */
interface Form {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The status lines, interim ones too. */
  readonly statuses: readonly number[];
  /** What the body of the last response contains. */
  readonly contains?: string | RegExp;
}

const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';
const children = '/node/v1/nodes/-home-/{folder}/children';
const rating = '/rating/v1/ratings/-home-/{file}?rating=3';
const search = '/search/v1/queries/-home-/-default-/ngsearch';
const text = '/node/v1/nodes/-home-/{file}/textContent';
const boundless = 'Content-Type: multipart/form-data';
const permissions = '/node/v1/nodes/-home-/{file}/permissions';
const acl = '{"inherited":true,"permissions":[]}';
const noLength = ['Content-Length: 0'];

const inChunks = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const tolerated: Readonly<Record<string, Form>> = {
  'two slashes in the path': { line: 'GET /node/v1//nodes/-home-//{folder}/children', statuses: [200] },
  'a slash at the end of the path': { line: `GET ${children}/`, statuses: [200], contains: '"nodes"' },
  'a slash in front of the query': { line: `GET ${children}/?maxItems=1`, statuses: [200], contains: '"nodes"' },
  'slashes everywhere': { line: 'GET ///node//v1/nodes/-home-/{file}///metadata//', statuses: [200] },
  'an empty body said to be a form': {
    line: `PUT ${rating}`,
    headers: ['Content-Type: application/x-www-form-urlencoded', ...noLength],
    statuses: [200],
  },
  'an empty body of a type that does not exist': {
    line: `POST ${search}`,
    headers: ['Content-Type: nonsense', ...noLength],
    statuses: [200],
    contains: '"nodes"',
  },
  'an empty body said to be a form with files': {
    line: `POST ${search}`,
    headers: [boundless, ...noLength],
    statuses: [200],
  },
  'no body, and no length either': { line: `POST ${search}`, headers: [json], statuses: [200], contains: '"nodes"' },
  'an empty body in chunks': { line: `POST ${search}`, headers: [json, chunked], body: '0\r\n\r\n', statuses: [200] },
  'an empty body in chunks for a call without a body': {
    line: 'POST /authentication/v1/validateSession',
    headers: [json, chunked],
    body: '0\r\n\r\n',
    statuses: [200],
    contains: '"statusCode":"OK"',
  },
  'an empty body in chunks where one is needed': {
    line: `POST ${permissions}`,
    headers: [json, chunked],
    body: '0\r\n\r\n',
    statuses: [400],
    contains: 'permissions is missing',
  },
  'the body null': { line: `POST ${search}`, headers: [json, 'Content-Length: 4'], body: 'null', statuses: [200] },
  'the body null in chunks, with spaces': {
    line: `POST ${search}`,
    headers: [json, chunked],
    body: inChunks(' null\n'),
    statuses: [200],
  },
  'the body null said to be text': {
    line: `POST ${search}`,
    headers: ['Content-Type: text/plain', 'Content-Length: 4'],
    body: 'null',
    statuses: [200],
  },
  'the body null where one is needed': {
    line: `POST ${permissions}`,
    headers: [json, 'Content-Length: 4'],
    body: 'null',
    statuses: [400],
    contains: 'permissions is missing',
  },
  'Expect: 100-continue, with an empty body in chunks': {
    line: `POST ${search}`,
    headers: [json, chunked, 'Expect: 100-continue'],
    body: '0\r\n\r\n',
    statuses: [200],
  },
  'Expect: 100-continue, with a body': {
    line: `POST ${permissions}`,
    headers: [json, `Content-Length: ${acl.length}`, 'Expect: 100-Continue'],
    body: acl,
    statuses: [200],
  },
  'True for true': { line: `GET ${children}?sortProperties=cm%3Aname&sortAscending=True`, statuses: [200] },
  'FALSE for false': { line: `GET ${children}?foldersFirst=FALSE`, statuses: [200] },
  'neither true nor false': { line: `GET ${children}?foldersFirst=no`, statuses: [400], contains: 'foldersFirst' },
  'a list by repeated parameters': {
    line: 'GET /node/v1/nodes/-home-/{file}/metadata?propertyFilter=cm%3Aname&propertyFilter=cm:creator',
    statuses: [200],
    contains: /"cm:creator".*"cm:name"|"cm:name".*"cm:creator"/,
  },
  'a parameter twice that is no list': { line: `GET ${children}?maxItems=1&maxItems=2`, statuses: [200] },
  'an empty parameter': { line: `GET ${children}?maxItems=&skipCount=`, statuses: [200] },
  'a form without a boundary, where a text is': {
    line: `POST ${text}?mimetype=text/plain`,
    headers: [boundless, 'Content-Length: 13'],
    body: 'raw text 4711',
    statuses: [200],
  },
  'a text of no type': { line: `POST ${text}`, headers: ['Content-Length: 9'], body: 'some text', statuses: [200] },
  'a body in chunks': { line: `PUT ${permissions}`, headers: [json, chunked], body: inChunks(acl), statuses: [200] },
  'JSON without a type': {
    line: `PUT ${permissions}`,
    headers: [`Content-Length: ${acl.length}`],
    body: acl,
    statuses: [200],
  },
  'JSON with an encoding': {
    line: `PUT ${permissions}`,
    headers: ['content-type:APPLICATION/JSON;charset="UTF-8"', `Content-Length: ${acl.length}`],
    body: acl,
    statuses: [200],
  },
  'no Accept': { line: 'GET /_about', statuses: [200] },
  'an empty Accept': { line: 'GET /_about', headers: ['Accept:'], statuses: [200] },
  'Accept with an encoding': {
    line: 'GET /_about',
    headers: ['Accept: application/json; charset=utf-8'],
    statuses: [200],
  },
  'Accept of a browser': {
    line: 'GET /openapi.json',
    headers: ['Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    statuses: [200],
  },
  'Accept of all applications': { line: 'GET /_about', headers: ['Accept: APPLICATION/*'], statuses: [200] },
  'Accept of pictures, for a picture': {
    line: 'GET /preview?nodeId={file}',
    headers: ['Accept: image/png'],
    statuses: [200],
  },
  'Accept of text, for a call that returns nothing': {
    line: `PUT ${rating}`,
    headers: ['Accept: text/plain', ...noLength],
    statuses: [200],
  },
};

const refused: Readonly<Record<string, Form & { readonly contains: string }>> = {
  'JSON said to be text': {
    line: `PUT ${permissions}`,
    headers: ['Content-Type: text/plain', `Content-Length: ${acl.length}`],
    body: acl,
    statuses: [415],
    contains: 'application/json',
  },
  'JSON in chunks said to be a form': {
    line: `PUT ${permissions}`,
    headers: ['Content-Type: application/x-www-form-urlencoded', chunked],
    body: inChunks(acl),
    statuses: [415],
    contains: 'application/json',
  },
  'a form with files where JSON is': {
    line: `POST ${search}`,
    headers: [`${boundless}; boundary=b`, 'Content-Length: 5'],
    body: '--b--',
    statuses: [415],
    contains: 'application/json',
  },
  'a body said to be JSON that is none': {
    line: `POST ${search}`,
    headers: [json, 'Content-Length: 3'],
    body: 'a=b',
    statuses: [400],
    contains: 'not valid JSON',
  },
  'Accept of XML only': {
    line: 'GET /_about',
    headers: ['Accept: application/xml, text/*'],
    statuses: [406],
    contains: 'application/json',
  },
  'Accept of everything but JSON': {
    line: `POST ${search}`,
    headers: ['Accept: */*, application/json;q=0', ...noLength],
    statuses: [406],
    contains: 'application/json',
  },
  'Accept of XML only, for a change': {
    line: `POST ${children}?type=ccm:io`,
    headers: ['Accept: application/xml', json, 'Content-Length: 27'],
    body: '{"cm:name":["not created"]}',
    statuses: [406],
    contains: 'application/json',
  },
};

interface Received {
  readonly statuses: readonly number[];
  readonly head: string;
  readonly body: string;
}

/** Sends exactly these bytes on a connection of their own, and reads until the server closes it. */
async function exchange(school: School, request: string): Promise<Received> {
  const socket = await rawConnection(school.raw);
  socket.write(request);
  const responses = (await buffer(socket)).toString('latin1').split(/(?=HTTP\/1\.1 \d{3} )/);
  const [head = '', ...body] = (responses.at(-1) ?? '').split('\r\n\r\n');
  return { statuses: responses.map((each) => Number(each.slice(9, 12))), head, body: body.join('\r\n\r\n') };
}

const withIds = (template: string, ids: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown');

function bytesOf(
  school: School,
  { line, headers = [], body = '' }: Form,
  ids: Readonly<Record<string, string>>,
): string {
  const [method = '', path = ''] = withIds(line, ids).split(/ (.*)/);
  const first = `${method} ${school.raw.baseUrl.pathname}${path} HTTP/1.1`;
  const { authorization } = basic(anna);
  return [first, 'Host: localhost', `Authorization: ${authorization}`, ...headers, 'Connection: close', '', body].join(
    '\r\n',
  );
}

/** Sends the form for a new file in a new folder. */
async function received(school: School, form: Form): Promise<Received> {
  const folder = await makeFolder(school.anna);
  const file = await makeFile(school.anna, 'x', { parent: folder });
  return exchange(school, bytesOf(school, form, { file: file.ref.id, folder: folder.ref.id }));
}

/** An address of each operation, and of each other form of it. */
const addresses = operationNames.flatMap((name) => {
  const { method, path, root, alsoServedAs = [] }: Operation = operations[name];
  const forms = [{ method, path }, ...alsoServedAs.map((form) => ({ method: form.method, path: form.path ?? path }))];
  return forms.flatMap((form) => [
    { name, ...form, address: form.path as string },
    ...(root === 'context' ? [{ name, ...form, address: `^/edu-sharing${form.path}` }] : []),
  ]);
});
const gets = addresses.filter(({ method }) => method === 'GET');

/** What is the same for HEAD and GET: all but the time and what names the single request. */
const comparable = ({ date: _, 'set-cookie': __, 'content-length': length, ...others }: Record<string, unknown>) => ({
  others,
  hasLength: length !== undefined,
});

withTransports(
  (school) => {
    describe('a request with', () => {
      test.each(Object.entries(tolerated))('%s is understood', async (_, form) => {
        const { statuses, body } = await received(school, form);
        expect(
          statuses.filter((status) => status !== 100),
          body,
        ).toEqual(form.statuses);
        if (form.contains !== undefined) expect(body).toMatch(form.contains);
        if (form.statuses[0] !== 200) ErrorResponse.parse(JSON.parse(body));
      });

      test.each(Object.entries(refused))('%s is refused with advice', async (_, form) => {
        const { statuses, head, body } = await received(school, form);
        expect(statuses, body).toEqual(form.statuses);
        expect(head).toMatch(/content-type: application\/json/i);
        expect(ErrorResponse.parse(JSON.parse(body)).message).toContain(form.contains);
      });

      test('a refused type changes nothing', async () => {
        const folder = await makeFolder(school.anna);
        const call = { method: 'POST', path: withIds(`${children}?type=ccm:io`, { folder: folder.ref.id }) };
        const body = '{"cm:name":["not created"]}';
        const accept = { ...basic(anna), 'content-type': 'application/json', accept: 'application/xml' };
        expectRefusal(await rawRequest(school.raw, { ...call, body, headers: accept }), 406, /Accept/);
        const type = { ...basic(anna), 'content-type': 'text/plain' };
        expectRefusal(await rawRequest(school.raw, { ...call, body, headers: type }), 415, /text\/plain/);
        expect((await school.anna.listChildren(at(folder))).pagination.total).toBe(0);
      });

      test('a type that is refused says nothing about the node to a stranger', async () => {
        const file = await makeFile(school.anna, 'x');
        const path = withIds(permissions, { file: file.ref.id });
        const headers = { 'content-type': 'text/plain' };
        expectRefusal(await rawRequest(school.raw, { method: 'PUT', path, headers, body: acl }), 401, /Sign in/);
      });

      test('a text in a form without a boundary stores the text', async () => {
        const file = await makeFile(school.anna, 'x');
        const { line, headers, body } = tolerated['a form without a boundary, where a text is'] as Form;
        const form = { line, headers: headers ?? [], body: body ?? '', statuses: [200] };
        await exchange(school, bytesOf(school, form, { file: file.ref.id }));
        expect((await school.anna.getTextContent(at(file))).text).toContain('raw text 4711');
      });
    });

    describe('every operation', () => {
      test.each(addresses)('$name answers $method $address, also with slashes', async ({ method, path, address }) => {
        const values = { repository: '-home-', node: newName(), person: newName() };
        for (const suffix of ['', '/']) {
          const response = await rawRequest(school.raw, { method, path: `${withIds(address, values)}${suffix}` });
          expect(response.status, path).not.toBe(405);
          expect(response.text).not.toContain('There is no operation');
        }
      });

      test.each(gets)('$name answers HEAD $address as GET, without a body', async ({ address }) => {
        const file = await makeFile(school.anna, 'x');
        const values = { repository: '-home-', node: file.ref.id, person: '-me-', major: '1', minor: '0' };
        const path = `${withIds(address, values)}?nodeId=${file.ref.id}&query=x&pattern=x`;
        for (const headers of [basic(anna), {}]) {
          const usual = await rawRequest(school.raw, { path, headers });
          const head = await rawRequest(school.raw, { method: 'HEAD', path, headers });
          expect([head.status, head.text]).toEqual([usual.status, '']);
          expect(comparable(head.headers)).toEqual(comparable(usual.headers));
        }
      });

      test.each(addresses)('$name names $method in the answer to OPTIONS $address', async ({ method, address }) => {
        const path = withIds(address, {});
        const options = await rawRequest(school.raw, { method: 'OPTIONS', path });
        expect([options.status, options.text]).toEqual([200, '']);
        const allowed = String(options.headers.allow).split(', ');
        expect(allowed).toEqual(expect.arrayContaining([method, 'OPTIONS']));
        expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
        expect(Object.keys(options.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      });
    });

    test('a client may end its half of the connection after its request', async () => {
      const node = await makeFile(school.anna, 'x'.repeat(300_000));
      const { authorization } = basic(anna);
      for (const path of [`${school.raw.baseUrl.pathname}/_about`, new URL(node.downloadUrl ?? '').href]) {
        const socket = await rawConnection(school.raw);
        socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
        const [head = '', body = ''] = (await buffer(socket)).toString('latin1').split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1\.1 200 /);
        expect(body).toHaveLength(Number(/content-length: (\d+)/i.exec(head)?.[1]));
      }
    });

    describe('OPTIONS', () => {
      test('of the server itself names all methods', async () => {
        const socket = await rawConnection(school.raw);
        socket.write('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        const response = (await buffer(socket)).toString('latin1');
        expect(response).toMatch(/^HTTP\/1\.1 200 .*allow: DELETE, GET, HEAD, OPTIONS, POST, PUT\r\n/is);
      });

      test('of an unknown address is missing', async () => {
        expectRefusal(await rawRequest(school.raw, { method: 'OPTIONS', path: '/nothing' }), 404, /no operation/);
      });

      test('asked by a browser for a script of another site is refused', async () => {
        for (const origin of ['https://other.example', 'null', `http://${school.raw.baseUrl.host}`]) {
          const headers = { origin, 'access-control-request-method': 'PUT' };
          const call = { method: 'OPTIONS', path: '/node/v1/nodes/-home-/-root-/metadata', headers };
          const response = await rawRequest(school.raw, call);
          expectRefusal(response, 403, /other sites/);
          expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        }
      });
    });

    test('another method than those of an address gets 405 with all that it has', async () => {
      for (const [method, path, allow] of [
        ['PATCH', '/_about', 'GET, HEAD, OPTIONS'],
        ['DELETE', '/oauth2/token', 'OPTIONS, POST'],
        ['POST', '^/edu-sharing/preview', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const response = await rawRequest(school.raw, { method, path });
        expectRefusal(response, 405, /no operation/);
        expect(response.headers.allow).toBe(allow);
      }
    });
  },
  { only: ['TCP'] },
);
