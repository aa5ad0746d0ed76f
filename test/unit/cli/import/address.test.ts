import dns, { type LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { type AddressOptions, getContent, getWhole, parseAddress } from '../../../../src/cli/import/address/get.ts';
import { selfSigned } from '../../../support/self-signed.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
const { lookup } = dns;

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const served = async (handler: Handler) => `http://127.0.0.1:${await listening(createServer(handler))}/a`;

afterEach(async () => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
  for (const server of servers.splice(0)) {
    (server as Server & { closeAllConnections(): void }).closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const options = (more: Partial<AddressOptions> = {}): AddressOptions => ({
  signal: new AbortController().signal,
  allowedHosts: ['127.0.0.1'],
  ...more,
});
const read = (address: string, more: Partial<AddressOptions> = {}, maxBytes = 1_000) =>
  getWhole(parseAddress(address), { ...options(more), maxBytes }, ({ bytes }) => bytes.toString());
const redirecting =
  (to: string): Handler =>
  (_, response) =>
    void response.writeHead(302, { location: to }).end();

describe('private addresses', () => {
  const refused = { exitCode: 5, why: 'It is an address of this machine or of a private network.' };

  test.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://2130706433/',
    'http://10.0.0.1/',
    'http://localhost:1/',
  ])('%s is not called', async (address) => {
    await expect(read(address, { allowedHosts: [] })).rejects.toMatchObject(refused);
  });

  test('are not called after a redirect', async () => {
    for (const to of ['http://169.254.169.254/latest', 'http://localhost:9/', 'http://[::ffff:10.0.0.1]/']) {
      await expect(read(await served(redirecting(to))), to).rejects.toMatchObject(refused);
    }
  });

  test('are not called where a name resolves to them', async () => {
    dns.lookup = ((_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(null, [{ address: '192.168.0.1', family: 4 }])) as unknown as typeof lookup;
    syncBuiltinESMExports();
    await expect(read('http://router.example/')).rejects.toMatchObject({
      ...refused,
      next: expect.stringContaining('router.example'),
    });
  });

  test('are called if the host, or the host with its port, is allowed', async () => {
    const address = await served((_, response) => void response.end('ok'));
    const { host } = new URL(address);
    expect(await read(address, { allowedHosts: [host] })).toBe('ok');
    await expect(read(address, { allowedHosts: ['127.0.0.1:1'] })).rejects.toMatchObject(refused);
  });
});

describe('limits', () => {
  test('five redirects are followed, relative ones too, but not more', async () => {
    const handler: Handler = ({ url = '' }, response) => {
      const count = Number(url.slice(2));
      if (count === 0) response.end(`at ${url}`);
      else redirecting(`a${count - 1}`)({} as IncomingMessage, response);
    };
    const address = await served(handler);
    expect(await read(`${address}5`)).toBe('at /a0');
    await expect(read(`${address}6`)).rejects.toMatchObject({ why: 'The server redirects more than 5 times.' });
  });

  test('a text that is too large is not read to its end', async () => {
    const address = await served((_, response) => void response.end('x'.repeat(2_000)));
    await expect(read(address)).rejects.toMatchObject({ why: 'The response has more than 1.0 kB.' });
  });

  test('a compressed response is refused', async () => {
    const address = await served(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    await expect(read(address)).rejects.toMatchObject({ why: expect.stringContaining('(gzip)') });
  });

  test('a server that does not respond in time is asked again, and then input up', async () => {
    let requests = 0;
    const address = await served(() => {
      requests += 1;
    });
    await expect(read(address, { timeoutMs: 50 })).rejects.toMatchObject({ exitCode: 8, why: 'timed out.' });
    expect(requests).toBe(4);
  });

  /** Writes again and again, for as long as anybody reads. */
  const again = (socket: Socket, text: string): void => {
    const timer = setInterval(() => socket.write(text), 5);
    socket.once('close', () => clearInterval(timer));
  };

  const sendHead = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\n');
    again(socket, 'A: b\r\n');
  };

  test.each<readonly [what: string, write: (socket: Socket) => void, exitCode: number]>([
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'),
      8,
    ],
    ['hints without an end', (socket) => again(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'), 8],
    ['sends a head without an end', sendHead, 8],
    ['ends in its head', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'), 8],
    ['sends a text and no end', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\na'), 8],
  ])('a server that %s is given up', async (_, write, exitCode) => {
    const address = await served(({ socket }) => write(socket));
    await expect(read(address, { timeoutMs: 100 })).rejects.toMatchObject({ exitCode });
  });

  test('the user ends the wait', async () => {
    const end = new AbortController();
    const address = await served((_, response) => {
      response.writeHead(503, { 'retry-after': '600' }).end();
      setTimeout(() => end.abort(), 50);
    });
    await expect(read(address, { signal: end.signal })).rejects.toThrow('Interrupted');
  });
});

describe('failures', () => {
  test('a broken connection is asked again', async () => {
    let requests = 0;
    const address = await served((_, response) => {
      requests += 1;
      if (requests === 1) response.destroy();
      else if (requests === 2)
        response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy());
      else response.end('whole');
    });
    expect(await read(address)).toBe('whole');
  });

  test.each([
    [404, 3],
    [403, 5],
    [401, 4],
    [500, 8],
    [304, 1],
  ])('the status %i is reported at once', async (status, exitCode) => {
    let requests = 0;
    const address = await served((_, response) => {
      requests += 1;
      response.writeHead(status).end();
    });
    await expect(read(address)).rejects.toMatchObject({ exitCode, why: `The server returned the status ${status}.` });
    expect(requests).toBe(1);
  });

  test('a certificate that is not trusted is named', async () => {
    const port = await listening(createSecureServer(selfSigned, (_, response) => void response.end('x')));
    await expect(read(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      message: `The certificate of 127.0.0.1:${port} is not trusted.`,
      next: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'nonsense', 'https://a:b@example.org/'])(
    '%s is no address',
    (address) => {
      expect(() => parseAddress(address)).toThrow(/cannot be called/);
      if (address.includes('b@')) expect(() => parseAddress(address)).not.toThrow(/a:b/);
    },
  );
});

test('a content is streamed with its name, type and size', async () => {
  const address = await served((_, response) => {
    response.writeHead(200, {
      'content-type': 'Image/PNG; a=b',
      'content-length': 3,
      'content-disposition': 'attachment; filename="b.png"',
    });
    response.end('abc');
  });
  const { bytes, ...facts } = await getContent(parseAddress(address), options());
  expect(facts).toEqual({ url: new URL(address), mimeType: 'image/png', fileName: 'b.png', size: 3 });
  expect(await textOf(bytes)).toBe('abc');
});
