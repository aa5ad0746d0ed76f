import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { bytesUpTo } from '../../../base/byte-streams.ts';
import { retryAfterOf } from '../../../client/answer-error.ts';
import { fileNameOf } from '../../../client/content-disposition.ts';
import { limitExchange } from '../../../client/exchange-limit.ts';
import { hostOf, sent } from '../../../client/http-transport.ts';
import { publicLookup, requirePublicHost } from '../../../client/public-addresses.ts';
import { attempts, waitBeforeRetry } from '../../../client/retrying-transport.ts';
import { formatBytes } from '../../print/units.ts';
import { stopIfInterrupted } from '../../program/ending-errors.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure, Interrupted } from '../../program/failure.ts';
import {
  failedConnection,
  failedStatus,
  incompleteContent,
  notAnAddress,
  privateHost,
  TransientFailure,
  unexpectedContent,
} from './address-failures.ts';

/** How addresses are called. */
export interface AddressOptions {
  readonly signal: AbortSignal;
  /** Hosts that may be called although they are private: `intern.schule.de`, `10.1.2.3` or `localhost:8080`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The maximum time until a response begins, in milliseconds. Its bytes may take longer, at a kilobyte per second. */
  readonly timeoutMs?: number | undefined;
}

/** The content of an address. */
export interface AddressContent {
  /** The address after redirects. */
  readonly url: URL;
  /** Without parameters, in lower case; empty if the server sent none. */
  readonly mimeType: string;
  readonly fileName: string | undefined;
  /** In bytes; undefined if the server does not announce it. */
  readonly size: number | undefined;
  readonly bytes: Readable;
}

const defaultTimeoutMs = 60_000;
const maxRedirects = 5;
/** The maximum wait that a server may request with `Retry-After`. */
const maxWaitMs = 600_000;

/** Parses an address. Throws a usage failure for others than those of web servers, and for a password in it. */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw notAnAddress(text, 'It is no address of a web server (http or https).');
  }
  if (url.username !== '' || url.password !== '') throw notAnAddress(url.host, 'The address contains a password.');
  return url;
}

const isAllowed = (url: URL, allowed: readonly string[]): boolean =>
  allowed.some((host) => [url.host, url.hostname, hostOf(url)].includes(host.toLowerCase()));

async function hop(url: URL, { signal, allowedHosts = [], timeoutMs = defaultTimeoutMs }: AddressOptions) {
  const isRestricted = !isAllowed(url, allowedHosts);
  if (isRestricted) requirePublicHost(hostOf(url), privateHost);
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // Each request has its own connection: one that is kept was not resolved by this lookup.
  const request = open(url, {
    ...{ method: 'GET', agent: false, signal },
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'edu-repo' },
    ...(isRestricted && { lookup: publicLookup(privateHost) }),
  });
  limitExchange(request, { time: timeoutMs, timeLeft: timeoutMs, isUpload: false, isDownload: true });
  return sent(request);
}

async function followed(start: URL, options: AddressOptions): Promise<readonly [url: URL, response: IncomingMessage]> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await hop(url, options);
    const { statusCode: status = 0, headers } = response;
    if (status < 300) return [url, response];
    response.destroy();
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
    if (!isRedirect) throw failedStatus(url, status, retryAfterOf(response));
    url = parseAddress(headers.location ?? '', url);
  }
  throw unexpectedContent(start, 'a content', `The server redirects more than ${maxRedirects} times.`);
}

async function contentOf(start: URL, options: AddressOptions): Promise<AddressContent> {
  const [url, response] = await followed(start, options);
  const { headers } = response;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw unexpectedContent(url, 'a content that can be read', `The server compressed it (${encoding}) unasked.`);
  }
  const length = headers['content-length'];
  return {
    url,
    mimeType: (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase(),
    fileName: headers['content-disposition'] && fileNameOf(headers['content-disposition']),
    size: length === undefined ? undefined : Number(length),
    bytes: response,
  };
}

/** Waits before the next attempt. Rejects with `Interrupted` if the user ends the command meanwhile. */
const waited = (attempt: number, retryAfter: number | undefined, signal: AbortSignal): Promise<void> =>
  pause(waitBeforeRetry(attempt, retryAfter, maxWaitMs), undefined, { signal }).catch((cause: unknown) => {
    throw new Interrupted(undefined, { cause });
  });

/**
 * Calls an address, and reads its content with `read`. Refuses addresses of private networks and of this machine, also
 * after redirects. Retries after 429, 502, 503, broken connections, and a `TransientFailure` of `read`. Rejects with a `Failure`.
 */
async function readAt<T>(
  url: URL,
  options: AddressOptions,
  read: (content: AddressContent) => T | Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    stopIfInterrupted(options.signal);
    try {
      return await read(await contentOf(url, options));
    } catch (error) {
      stopIfInterrupted(options.signal);
      const failure = failedConnection(url, error);
      if (attempt === attempts || !(failure instanceof TransientFailure)) throw failure;
      await waited(attempt, failure.retryAfter, options.signal);
    }
  }
}

/** The content of an address, streamed. Rejects as `readAt` does; its bytes may break later. */
export const getContent = (url: URL, options: AddressOptions): Promise<AddressContent> =>
  readAt(url, options, (content) => content);

async function firstOf(bytes: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** The first bytes at an address, `maxBytes` at most. Rejects as `readAt` does. */
export const getBeginning = (
  url: URL,
  { maxBytes, ...options }: AddressOptions & { readonly maxBytes: number },
): Promise<Buffer> =>
  readAt(url, options, ({ url: final, bytes }) =>
    firstOf(bytes, maxBytes).catch(() => {
      throw incompleteContent(final, 'The connection broke off.');
    }),
  );

/** All of the content at an address. */
export interface WholeContent extends Omit<AddressContent, 'bytes' | 'size'> {
  readonly bytes: Buffer;
}

/**
 * Reads all of the content at an address, of at most `maxBytes`. Rejects as `readAt` does. `read` may throw a `TransientFailure`, such
 * as for a text that ended in the middle: the address is then called again.
 */
export const getWhole = <T>(
  url: URL,
  { maxBytes, ...options }: AddressOptions & { readonly maxBytes: number },
  read: (content: WholeContent) => T,
): Promise<T> =>
  readAt(url, options, async ({ bytes, ...content }) => {
    const tooLarge = (): Failure =>
      new Failure(exitCodes.error, {
        what: `${content.url.href} is too large.`,
        why: `The response has more than ${formatBytes(maxBytes)}.`,
        next: 'Check the address',
      });
    const all = await bytesUpTo(bytes, maxBytes, tooLarge).catch((error: unknown) => {
      throw error instanceof Failure ? error : incompleteContent(content.url, 'The connection broke off.');
    });
    return read({ ...content, bytes: all });
  });
