import { expect, test } from 'vitest';
import { registeredApp, signedBy, type TestApp } from '../support/apps.ts';
import { rawConnection, rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const appauth = (userId: string): string => `/authentication/v1/appauth/${encodeURIComponent(userId)}`;

const byTicket = (school: School, ticket: string) => school.withHeaders({ authorization: `EDU-TICKET ${ticket}` });

/** A ticket of a new person, or of the one named. */
async function newTicket(school: School, app: TestApp, userId = newName('pupil')) {
  return school.withHeaders(signedBy(app)).signInByApp({ userId });
}

async function whoIs(school: School, ticket: string): Promise<string | null> {
  return (await byTicket(school, ticket).validateSession()).authorityName;
}

withTransports(
  (school) => {
    test('an app calls from its hosts, aliases and domain only', async () => {
      const allowed = [
        { host: '*' },
        { host: '192.0.2.1', host_aliases: '192.0.2.2, 127.0.0.1' },
        { host: 'localhost' },
      ];
      for (const hosts of allowed) await newTicket(school, await registeredApp(school, { domain: '', ...hosts }));
      const others = [
        { host: '192.0.2.1', domain: 'unknown.invalid' },
        { host: undefined, domain: undefined },
        { host: '127.0.0.2', domain: '' },
      ];
      for (const hosts of others) {
        const app = await registeredApp(school, hosts);
        await expectRefused(newTicket(school, app), 403, /not registered for calls from 127\.0\.0\.1/);
        const forged = { ...signedBy(app), 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.1' };
        await expectRefused(school.withHeaders(forged).signInByApp({ userId: newName('x') }), 403);
      }
    });

    test('the PHP library signs somebody in as it does in the field', async () => {
      const app = await registeredApp(school);
      const about = await rawRequest(school.raw, { path: '/_about' });
      expect(about.json()).toMatchObject({ version: { repository: expect.stringMatching(/^(?:[89]|\d\d)\./) } });
      const ticket = await chunkedAppauth(school, app);
      const headers = { authorization: `EDU-TICKET ${ticket}`, accept: 'application/json' };
      const session = await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers });
      expect(session.json()).toMatchObject({ statusCode: 'OK', authorityName: 'tester' });
    });
  },
  { only: ['TCP'] },
);

/** Byte for byte: no body, in chunks, and not before the server says that it may come. */
async function chunkedAppauth(school: School, app: TestApp): Promise<string> {
  const socket = await rawConnection(school.raw);
  const lines = [
    `POST ${school.raw.baseUrl.pathname}${appauth('tester')} HTTP/1.1`,
    `Host: ${school.raw.baseUrl.host}`,
    'Accept: application/json',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Expect: 100-continue',
    'Connection: close',
    ...Object.entries(signedBy(app)).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  let continued = false;
  for await (const bytes of socket) {
    text += String(bytes);
    if (continued || !text.includes('HTTP/1.1 100 Continue\r\n\r\n')) continue;
    continued = true;
    socket.write('0\r\n\r\n');
  }
  expect(continued).toBe(true);
  expect(text).toContain('HTTP/1.1 200 OK');
  return /"ticket":"(TICKET_[0-9a-f]+)"/.exec(text)?.[1] ?? '';
}

withTransports(
  (school) => {
    test('behind a trusted proxy, what it says of who came is believed, and no more', async () => {
      const app = await registeredApp(school, { host: '192.0.2.7', domain: '' });
      const from = (headers: Record<string, string>) =>
        school.withHeaders({ ...signedBy(app), ...headers }).signInByApp({ userId: newName('p') });
      await from({ 'x-forwarded-for': '192.0.2.7' });
      await from({ 'x-forwarded-for': '203.0.113.9, 192.0.2.7, 10.1.2.3' });
      for (const chain of ['192.0.2.7, 203.0.113.9', '203.0.113.9', 'nonsense', '192.0.2.7, nonsense']) {
        await expectRefused(from({ 'x-forwarded-for': chain }), 403, /not registered for calls/);
      }
      // The proxy itself never counts as the client.
      for (const other of [{}, { 'x-real-ip': '192.0.2.7' }, { 'x-forwarded-for': '127.0.0.1' }])
        await expectRefused(from(other), 403, /unknown address/);
    });
  },
  { only: ['TCP'], overrides: { 'server.trustedProxies': '[127.0.0.1, 10.0.0.0/8]' } },
);

withTransports(
  (school) => {
    test('a proxy that says who came in another header is believed that, and not what a client wrote', async () => {
      const app = await registeredApp(school, { host: '192.0.2.7', domain: '' });
      const from = (headers: Record<string, string>) =>
        school.withHeaders({ ...signedBy(app), ...headers }).signInByApp({ userId: newName('p') });
      await from({ 'x-real-ip': '192.0.2.7' });
      const forged = { 'x-real-ip': '203.0.113.9', 'x-forwarded-for': '192.0.2.7' };
      await expectRefused(from(forged), 403, /203\.0\.113\.9/);
      await expectRefused(from({ 'x-real-ip': 'unknown' }), 403, /unknown address/);
    });
  },
  {
    only: ['TCP'],
    overrides: { 'server.trustedProxies': '[127.0.0.1]', 'server.forwardedHeader': 'X-Real-IP' },
  },
);

withTransports(
  (school) => {
    test('SHA-1 can be switched off, and the tolerance be another', async () => {
      const app = await registeredApp(school);
      await expectRefused(newTicket(school, app), 401, /SHA-1 is disabled/);
      const late = signedBy(app, { algorithm: 'sha256', timestamp: Date.now() - 60_000 });
      await school.withHeaders(late).signInByApp({ userId: newName('late') });
    });

    test('a ticket ends when it was idle for as long as the configuration says', async () => {
      const app = await registeredApp(school);
      const { ticket } = await school
        .withHeaders(signedBy(app, { algorithm: 'sha256' }))
        .signInByApp({ userId: newName('idle') });
      expect(await whoIs(school, ticket)).toBeNull();
    });
  },
  {
    only: ['in-process'],
    overrides: {
      'security.appSignature.allowSha1': 'false',
      'security.appSignature.tolerance': 'PT2M',
      'security.ticket.idleTimeout': 'PT0S',
    },
  },
);
