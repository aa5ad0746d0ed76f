import { sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { newApp, registrationOf, type TestApp } from '../support/apps.ts';
import { admin, basic } from '../support/people.ts';
import { formOf, formType, rawConnection, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';

/** One call of the library: all lines of its head but the first, `Host` and the length, and its body. */
interface LibraryCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `{base_url}`. */
  readonly path: string;
  readonly lines: readonly string[];
  /** `chunked`: an empty body in chunks, sent only after `100 Continue`. */
  readonly body?: string | 'chunked';
}

interface LibraryResponse {
  readonly status: number;
  readonly json: unknown;
}

/** How the library forms the signed text: with what the call is about, or the app alone. */
type SignedText = (app: TestApp, about: string, time: number) => string;

const signedTexts: Readonly<Record<string, SignedText>> = {
  'what each call is about': ({ id }, about, time) => `${id}${about}${time}`,
  'its ID and whole seconds': ({ id }, _about, time) => `${id}${time}`,
};

/** The four headers of a signature of this second, as lines. */
function signatureOf(app: TestApp, about: string, textOf: SignedText): string[] {
  const time = Math.floor(Date.now() / 1_000) * 1_000;
  const signed = textOf(app, about, time);
  const signature = sign('sha1', Buffer.from(signed), app.privateKey).toString('base64');
  return [
    `X-Edu-App-Id: ${app.id}`,
    `X-Edu-App-Signed: ${signed}`,
    `X-Edu-App-Sig: ${signature}`,
    `X-Edu-App-Ts: ${time}`,
  ];
}

const headOf = ({ raw: { baseUrl } }: School, { method, path, lines, body }: LibraryCall): string => {
  const lengths =
    body === 'chunked'
      ? ['Transfer-Encoding: chunked', 'Expect: 100-continue']
      : body === undefined
        ? []
        : [`Content-Length: ${body.length}`];
  const common = [
    `Host: ${baseUrl.host}`,
    'Accept: application/json',
    'Content-Type: application/json',
    'Connection: close',
  ];
  return [`${method} ${baseUrl.pathname}${path} HTTP/1.1`, ...common, ...lengths, ...lines, '', ''].join('\r\n');
};

/** Sends the bytes of a call, and reads the response to the end of the connection. */
async function send(school: School, call: LibraryCall): Promise<LibraryResponse> {
  const socket = await rawConnection(school.raw);
  socket.write(headOf(school, call));
  if (call.body !== undefined && call.body !== 'chunked') socket.write(call.body);
  let text = '';
  let waits = call.body === 'chunked';
  for await (const bytes of socket) {
    text += String(bytes);
    if (!waits || !text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) continue;
    waits = false;
    text = text.slice('HTTP/1.1 100 Continue\r\n\r\n'.length);
    socket.write('0\r\n\r\n');
  }
  expect(waits, 'the server asks for the body').toBe(false);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const json = body === '' ? undefined : (JSON.parse(body) as unknown);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), json };
}

/** Registers the app with the file that the library wrote, as a plugin does it for an administrator. */
async function register(school: School): Promise<TestApp> {
  const app = newApp();
  const boundary = 'plugin-form';
  const xml = { field: 'xml', fileName: 'registration.xml', mimeType: 'text/xml', bytes: registrationOf(app.entries) };
  const response = await rawRequest(school.raw, {
    method: 'PUT',
    path: '/admin/v1/applications/xml',
    headers: { ...basic(admin), accept: 'application/json', 'content-type': formType(boundary) },
    body: formOf([xml], boundary),
  });
  expect(response.status, response.text).toBe(200);
  return app;
}

/** A file of Anna's that the person may use in a platform. */
async function publishedFile(school: School, userName: string): Promise<WireNode> {
  const file = await makeFile(school.anna, 'The content', { properties: { 'cclom:title': 'A title' } });
  const permissions = ['Consumer', 'CCPublish'].map((permission) => ({
    authority: { authorityName: userName },
    permission,
  }));
  await school.anna.setPermissions({ ...at(file), body: { permissions } });
  return file;
}

withTransports(
  (school) => {
    test.each(Object.keys(signedTexts))('the PHP library, signing %s, works from start to end', async (name) => {
      const textOf = signedTexts[name] ?? (() => '');
      const app = await register(school);
      const signed = (about: string) => signatureOf(app, about, textOf);

      const about = await send(school, { method: 'GET', path: '/_about', lines: [] });
      const version = (about.json as { readonly version: { readonly repository: string } }).version.repository;
      expect(Number.parseFloat(version)).toBeGreaterThanOrEqual(8);

      const user = newName('tester');
      const appauth: LibraryCall = {
        method: 'POST',
        path: `/authentication/v1/appauth/${user}`,
        lines: signed(user),
        body: 'chunked',
      };
      const entered = await send(school, appauth);
      expect(entered).toMatchObject({ status: 200, json: { userId: user, ticket: expect.stringMatching(/^TICKET_/) } });
      const { ticket } = entered.json as { readonly ticket: string };
      const byTicket = `Authorization: EDU-TICKET ${ticket}`;

      const session = await send(school, {
        method: 'GET',
        path: '/authentication/v1/validateSession',
        lines: [byTicket],
      });
      expect(session.json).toMatchObject({ statusCode: 'OK', authorityName: user });

      const file = await publishedFile(school, user);
      const nodeId = file.ref.id;
      const place = { courseId: '7', resourceId: '42' };
      const recorded = await send(school, {
        method: 'POST',
        path: '/usage/v1/usages/repository/-home-',
        lines: [...signed(ticket), byTicket],
        body: JSON.stringify({ appId: app.id, ...place, nodeId, nodeVersion: null }),
      });
      expect(recorded).toMatchObject({ status: 200, json: { parentNodeId: nodeId, appUser: user, ...place } });
      const usageId = (recorded.json as { readonly nodeId: string }).nodeId;

      const list = { method: 'GET', path: `/usage/v1/usages/node/${nodeId}` } as const;
      const listed = await send(school, { ...list, lines: [...signed(ticket), byTicket] });
      expect(listed).toMatchObject({ status: 200, json: { usages: [{ nodeId: usageId, appId: app.id }] } });

      const statedUsage = [
        `X-Edu-Usage-Node-Id: ${nodeId}`,
        `X-Edu-Usage-Course-Id: ${place.courseId}`,
        `X-Edu-Usage-Resource-Id: ${place.resourceId}`,
        `X-Edu-User-Id: ${user}`,
      ];
      const details = `/rendering/v1/details/-home-/${nodeId}?displayMode=inline`;
      const render = (): LibraryCall => ({
        method: 'POST',
        path: details,
        lines: [...signed(usageId), ...statedUsage],
        body: 'null',
      });
      const rendered = await send(school, render());
      expect(rendered).toMatchObject({
        status: 200,
        json: { mimeType: 'text/plain', node: { ref: { id: nodeId } } },
      });
      expect((rendered.json as { readonly detailsSnippet: string }).detailsSnippet).toContain('The content');

      // The same by query parameters, as the library writes the addresses of previews.
      const parameters = [...signed(usageId), ...statedUsage].map((line) => {
        const colon = line.indexOf(': ');
        return `${line.slice(0, colon)}=${encodeURIComponent(line.slice(colon + 2))}`;
      });
      const byQuery = { method: 'GET', path: `${details}&${parameters.join('&')}`, lines: [] } as const;
      expect((await send(school, byQuery)).json).toEqual(rendered.json);

      const remove: LibraryCall = {
        method: 'DELETE',
        path: `/usage/v1/usages/node/${nodeId}/${usageId}`,
        lines: signed(`${nodeId}${usageId}`),
      };
      expect((await send(school, remove)).status).toBe(200);
      // What the library tells apart: a usage that is gone, and a node that is gone.
      expect((await send(school, remove)).status).toBe(404);
      expect(await send(school, render())).toMatchObject({
        status: 403,
        json: { error: 'org.edu_sharing.restservices.UsageException' },
      });
      await school.anna.deleteNode({ ...at(file), recycle: false });
      expect((await send(school, render())).status).toBe(404);
    });
  },
  { only: ['TCP'] },
);
