import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlowClients {
  readonly baseUrl: URL;
  readonly authorization: string;
  /** A node with a large content, and one that may be written. */
  readonly largeNode: string;
  readonly ownNode: string;
  isOver(): boolean;
}

/** How long one slow client goes on, in milliseconds, before it comes anew. */
const life = 45_000;

async function opened({ baseUrl }: SlowClients): Promise<Socket> {
  const socket = connect(Number(baseUrl.port), baseUrl.hostname);
  // The server may end what is too slow: that is its right.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

const headOf = ({ baseUrl, authorization }: SlowClients, first: string, ...more: readonly string[]): string =>
  [first, `host: ${baseUrl.host}`, `authorization: ${authorization}`, ...more, '', ''].join('\r\n');

/** Sends these bytes, some of them each second, as long as the server listens. */
async function drip(socket: Socket, bytes: string, each: number, clients: SlowClients): Promise<void> {
  const end = performance.now() + life;
  for (let at = 0; performance.now() < end && !socket.destroyed && !clients.isOver(); at += each) {
    const piece = bytes.slice(at % bytes.length, (at % bytes.length) + each);
    if (!socket.writable) return;
    socket.write(piece);
    await wait(1_000);
  }
}

const kinds: readonly ((socket: Socket, clients: SlowClients) => Promise<void>)[] = [
  // Says nothing.
  async (socket, clients) => {
    const end = performance.now() + life;
    while (performance.now() < end && !socket.destroyed && !clients.isOver()) await wait(500);
  },
  // Never comes to the end of its head.
  (socket, clients) =>
    drip(socket, 'GET /edu-sharing/rest/_about HTTP/1.1\r\nx-slow: aaaaaaaaaaaaaaaaaaaa', 1, clients),
  // Uploads some bytes a second.
  (socket, clients) => {
    const path = `${clients.baseUrl.pathname}/node/v1/nodes/-home-/${clients.ownNode}/content?versionComment=x&mimetype=text/plain`;
    const form =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    const length = 'content-length: 100000';
    socket.write(headOf(clients, `POST ${path} HTTP/1.1`, 'content-type: multipart/form-data; boundary=b', length));
    socket.write(form);
    return drip(socket, 'some words '.repeat(100), 50, clients);
  },
  // Reads a large file some bytes a second.
  async (socket, clients) => {
    const path = `${clients.baseUrl.pathname.replace(/\/rest$/, '')}/eduservlet/download?nodeId=${clients.largeNode}`;
    socket.write(headOf(clients, `GET ${path} HTTP/1.1`));
    const end = performance.now() + life;
    while (performance.now() < end && !socket.destroyed && !clients.isOver()) {
      socket.resume();
      await wait(5);
      socket.pause();
      await wait(500);
    }
  },
];

/** Keeps `count` slow clients of each kind busy until it is over. Resolves to how many connections there were. */
export async function runSlowClients(clients: SlowClients, count: number): Promise<number> {
  let connections = 0;
  const one = async (kind: (typeof kinds)[number]): Promise<void> => {
    while (!clients.isOver()) {
      const socket = await opened(clients);
      connections += 1;
      await kind(socket, clients);
      socket.destroy();
      await wait(1_000);
    }
  };
  await Promise.all(kinds.flatMap((kind) => Array.from({ length: count }, () => one(kind))));
  return connections;
}
