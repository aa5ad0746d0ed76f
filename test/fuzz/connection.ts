import { connect, type Socket } from 'node:net';

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A whole response, as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; values of repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

interface ExchangeOptions {
  /** The response to HEAD has a length, but no body. */
  readonly method?: string;
  /** Ends our side of the connection after the bytes, as a client that broke off does. */
  readonly end?: boolean;
  /** Milliseconds for the whole response, in place of those of the connection. */
  readonly patience?: number | undefined;
}

/** One TCP connection, on which any bytes can be sent. */
export interface Connection {
  /**
   * Sends these bytes as one request and resolves to the response. Rejects with a `NoAnswer` where none came within the
   * patience, the server closed the connection before, or what came is not HTTP.
   */
  exchange(request: Buffer, options?: ExchangeOptions): Promise<RawAnswer>;
  /** Whether another request can be sent: both sides kept the connection open. */
  isOpen(): boolean;
  close(): void;
}

/** Why there was no response. */
export class NoAnswer extends Error {
  readonly reason: 'silent' | 'closed' | 'garbled';

  constructor(reason: 'silent' | 'closed' | 'garbled', message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly length: number;
}

/** Undefined where the head is not whole yet. */
function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new NoAnswer('garbled', `The response begins with ${JSON.stringify(first)}.`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return { status, headers, length: end + 4 };
}

/** The body of a chunked response and where it ends; undefined where it is not whole yet. */
function readChunks(bytes: Buffer): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new NoAnswer('garbled', 'A chunk of the response has no size.');
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: start + 2 };
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}

const isBare = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304;

interface Whole {
  readonly answer: RawAnswer;
  readonly end: number;
}

/** The first whole response in these bytes; undefined where it is not whole yet. */
function readAnswer(bytes: Buffer, method: string, isAll: boolean): Whole | undefined {
  const head = readHead(bytes);
  if (head === undefined) return undefined;
  const { status, headers, length } = head;
  const rest = bytes.subarray(length);
  if (status < 200) {
    const next = readAnswer(rest, method, isAll);
    return next === undefined ? undefined : { ...next, end: length + next.end };
  }
  const of = (body: Buffer, end: number): Whole => ({ answer: { status, headers, body }, end: length + end });
  if (isBare(method, status)) return of(Buffer.alloc(0), 0);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = readChunks(rest);
    return chunks === undefined ? undefined : of(chunks.body, chunks.end);
  }
  const size = headers.get('content-length');
  if (size === undefined) return isAll ? of(rest, rest.length) : undefined;
  return rest.length < Number(size) ? undefined : of(rest.subarray(0, Number(size)), Number(size));
}

function connected({ host, port }: Address): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Opens a connection. `patience`, in milliseconds, is how long a request waits for its whole response. */
export async function openConnection(address: Address, patience: number): Promise<Connection> {
  const socket = await connected(address);
  let received: Buffer[] = [];
  let ended: string | undefined;
  let maySendMore = true;
  let look: () => void = () => undefined;

  const end = (how: string): void => {
    ended ??= how;
    look();
  };
  socket.on('data', (chunk) => {
    received.push(chunk);
    look();
  });
  socket.on('end', () => end('ended the connection'));
  socket.on('error', (error: NodeJS.ErrnoException) => end(`broke the connection (${error.code})`));
  socket.on('close', () => end('closed the connection'));

  const settle = (method: string): RawAnswer | undefined => {
    const bytes = Buffer.concat(received);
    received = [bytes];
    const whole = readAnswer(bytes, method, ended !== undefined);
    if (whole === undefined) {
      if (ended === undefined) return undefined;
      throw new NoAnswer('closed', `The server ${ended} after ${bytes.length} bytes of a response.`);
    }
    if (whole.end < bytes.length) {
      throw new NoAnswer('garbled', `${bytes.length - whole.end} bytes follow the response.`);
    }
    received = [];
    if (whole.answer.headers.get('connection') === 'close') maySendMore = false;
    return whole.answer;
  };

  return {
    exchange(request, { method = 'GET', end: endAfter = false, patience: waits = patience } = {}) {
      return new Promise((resolve, reject) => {
        const finish = (): void => {
          clearTimeout(timer);
          look = () => undefined;
        };
        const timer = setTimeout(() => {
          finish();
          maySendMore = false;
          reject(new NoAnswer('silent', `No whole response within ${waits} ms.`));
        }, waits);
        look = () => {
          try {
            const answer = settle(method);
            if (answer === undefined) return;
            finish();
            resolve(answer);
          } catch (error) {
            finish();
            maySendMore = false;
            reject(error);
          }
        };
        socket.write(request);
        if (endAfter) {
          maySendMore = false;
          socket.end();
        }
        look();
      });
    },
    isOpen: () => maySendMore && ended === undefined,
    close: () => socket.destroy(),
  };
}
