import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClientAddressOf } from '../../../../src/http/connection/client-address.ts';

const direct = { overUnixSocket: false, trustedProxies: [], forwardedHeader: 'x-forwarded-for' };

/** A request over TCP whose connection was reset before anybody asked for its address. */
async function resetRequest(): Promise<IncomingMessage> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    // Whoever listens for `request` is handed it and its response.
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    request.on('error', () => undefined);
    const closed = once(request.socket, 'close').catch(() => undefined);
    socket.resetAndDestroy();
    await closed;
    return request;
  } finally {
    server.close();
  }
}

describe('the address of whoever calls', () => {
  test('is empty where the connection was reset, and never that of this machine itself', async () => {
    const request = await resetRequest();
    expect(request.socket.remoteAddress).toBeUndefined();
    expect(createClientAddressOf(direct)(request)).toBe('');
    expect(createClientAddressOf({ ...direct, trustedProxies: ['0.0.0.0/0', '::/0'] })(request)).toBe('');
  });

  test('is undefined over a Unix socket, whatever a header says', () => {
    const peerOf = createClientAddressOf({ ...direct, overUnixSocket: true, trustedProxies: ['127.0.0.1'] });
    expect(peerOf({ headers: { 'x-forwarded-for': '192.0.2.1' }, socket: { remoteAddress: undefined } })).toBe(
      undefined,
    );
  });

  test('is written the same for IPv4 over an IPv6 socket', () => {
    const request = { headers: {}, socket: { remoteAddress: '::ffff:192.0.2.1' } };
    expect(createClientAddressOf(direct)(request)).toBe('192.0.2.1');
  });
});

describe('behind a trusted proxy', () => {
  const proxy = '10.0.0.1';
  const from = (forwardedHeader: string, headers: Readonly<Record<string, string>>) =>
    createClientAddressOf({ ...direct, trustedProxies: ['10.0.0.0/8'], forwardedHeader })({
      headers,
      socket: { remoteAddress: proxy },
    });

  test('the one header that is configured is believed, and no other', () => {
    const both = { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.2' };
    expect(from('x-real-ip', both)).toBe('192.0.2.2');
    expect(from('x-forwarded-for', both)).toBe('192.0.2.1');
    // Nobody knows who came: the proxy did not say it, and is not the client.
    expect(from('x-real-ip', { 'x-forwarded-for': '192.0.2.1' })).toBe('');
  });

  test.each(['unknown', '', '_hidden', '192.0.2.1, unknown', '192.0.2.1:x'])(
    'what cannot be an address («%s») is nobody, and not the proxy',
    (told) => {
      expect(from('x-forwarded-for', { 'x-forwarded-for': told })).toBe('');
    },
  );

  test.each([proxy, `${proxy}, ${proxy}`, '10.0.0.1:80'])('the proxy itself («%s») is not the client', (told) => {
    expect(from('x-forwarded-for', { 'x-forwarded-for': told })).toBe('');
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['203.0.113.9, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['nonsense, 192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ])('«%s» is %s', (told, peer) => {
    expect(from('x-forwarded-for', { 'x-forwarded-for': told })).toBe(peer);
  });
});
