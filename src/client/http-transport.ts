import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesUpTo } from '../base/byte-streams.ts';
import { messageOf } from '../base/errors/errors.ts';
import { asMimeType, unknownMimeType } from '../base/mime-type.ts';
import type { Answer, AnswerBody, Call } from '../contract/call.ts';
import { dryRunPath } from '../contract/dry-run.ts';
import type { FileBody, UploadedFile } from '../contract/file-body.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { BrokenAnswerError, ChangedFileError, TransportError } from './answer-error.ts';
import { fileNameOf } from './content-disposition.ts';
import { limitExchange } from './exchange-limit.ts';
import { createIdleLimit } from './idle-limit.ts';
import { type EncodedBody, encodeMultipart } from './multipart.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** The address of a repository. */
export interface HttpTarget {
  /** `{base_url}`, which ends in `/rest`. Over a socket, only its path is used. */
  readonly baseUrl: URL;
  /** The path of a Unix socket to use instead of host and port. */
  readonly socketPath?: string | undefined;
  /** The maximum time of a call in milliseconds; 0 or undefined: no limit. A file may take longer, see `limitExchange`. */
  readonly timeout?: number | undefined;
  /** The maximum size of a JSON response, in bytes. */
  readonly maxAnswer?: number | undefined;
  /** The maximum rate of all uploads together, and of all downloads together, in bytes per second; undefined: no limit. */
  readonly maxRate?: number | undefined;
  /** Resolves the host name, as `node:dns` does. */
  readonly lookup?: LookupFunction | undefined;
}

export interface SendOptions {
  /** Called with the size of each part of a JSON response. May throw to end the call. */
  readonly received?: ((bytes: number) => void) | undefined;
  /** The time that is left for the call, in milliseconds, if that is less than `HttpTarget.timeout`. */
  readonly timeLeft?: number | undefined;
}

/** A transport with its own connections. Close it after the last call. */
export interface HttpTransport {
  /** Sends a call, as a `Transport` does. */
  send(call: Call, options?: SendOptions): Promise<Answer>;
  close(): void;
}

/** The host of an address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const segment = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':');

function pathOf(baseUrl: URL, operation: Operation, call: Call): string {
  const base = baseUrl.pathname.replace(/\/+$/, '');
  const root = operation.root === 'context' ? base.replace(/\/rest$/, '') : base;
  const template = call.dryRun === true ? (dryRunPath(operation) ?? operation.path) : operation.path;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(call.params[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query)) {
    for (const text of typeof value === 'string' ? [value] : value) query.append(name, text);
  }
  const tail = query.size === 0 ? '' : `?${query.toString()}`;
  return `${root}${path}${tail}`;
}

function encodeForm(body: unknown): EncodedBody {
  // The typed client takes an object of fields for a form.
  const fields = Object.entries(body as Readonly<Record<string, unknown>>);
  const text = new URLSearchParams();
  for (const [name, value] of fields) if (value !== undefined) text.append(name, String(value));
  const bytes = Buffer.from(text.toString());
  return { contentType: 'application/x-www-form-urlencoded', length: bytes.length, bytes: Readable.from([bytes]) };
}

function encodeText(text: string): EncodedBody {
  const bytes = Buffer.from(text);
  return { contentType: 'text/plain; charset=utf-8', length: bytes.length, bytes: Readable.from([bytes]) };
}

function encodeBody(operation: Operation, call: Call): EncodedBody | undefined {
  if (operation.body === undefined || call.body === undefined) return undefined;
  if (operation.body.kind === 'upload') return encodeMultipart(operation.body.field, call.body as UploadedFile);
  if (operation.body.kind === 'form') return encodeForm(call.body);
  if (operation.body.kind === 'text') return encodeText(String(call.body));
  const bytes = Buffer.from(JSON.stringify(call.body));
  return { contentType: 'application/json', length: bytes.length, bytes: Readable.from([bytes]) };
}

/** The part in a `Content-Range` (RFC 9110, 14.4). */
function partOf(contentRange: string | undefined): FileBody['part'] {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? [];
  return total === undefined ? undefined : { start: Number(start), end: Number(end), total: Number(total) };
}

function fileBodyOf(response: IncomingMessage, limited: RateLimit | undefined): FileBody {
  const length = response.headers['content-length'];
  const disposition = response.headers['content-disposition'];
  return {
    bytes: limited === undefined ? response : Readable.from(limited(response), { objectMode: false }),
    size: length === undefined ? undefined : Number(length),
    mimeType: asMimeType(response.headers['content-type'] ?? '') ?? unknownMimeType,
    fileName: disposition === undefined ? undefined : fileNameOf(disposition),
    disposition: disposition?.startsWith('inline') === true ? 'inline' : 'attachment',
    tag: /^"([^"]*)"$/.exec(response.headers.etag ?? '')?.[1],
    part: partOf(response.headers['content-range']),
  };
}

interface BodyLimits extends Pick<SendOptions, 'received'> {
  readonly maxSize: number;
  readonly limited: RateLimit | undefined;
}

async function textOf(response: IncomingMessage, { maxSize, received }: BodyLimits): Promise<string> {
  const tooLarge = () => new BrokenAnswerError(`The response of the server has more than ${maxSize} bytes.`);
  const counted = async function* () {
    for await (const chunk of response) {
      received?.((chunk as Buffer).length);
      yield chunk;
    }
  };
  return (await bytesUpTo(counted(), maxSize, tooLarge)).toString('utf8');
}

async function answerBodyOf(operation: Operation, response: IncomingMessage, limits: BodyLimits): Promise<AnswerBody> {
  const succeeded = (response.statusCode ?? 500) < 300;
  if (succeeded && operation.result === 'file') return { kind: 'file', file: fileBodyOf(response, limits.limited) };
  const text = await textOf(response, limits);
  if (text === '' || (succeeded && operation.result === 'empty')) return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    if (!succeeded) return { kind: 'empty' };
    const { 'content-type': type = 'of an unknown type', via } = response.headers;
    const what = `${type.split(';')[0]}${via === undefined ? '' : `, by way of the proxy ${via}`}`;
    throw new BrokenAnswerError(
      `The response of the server is not JSON, but ${what}. Check that the address is that of a repository.`,
      { cause: error },
    );
  }
}

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

const definedHeaders = (headers: Call['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The request options that all calls to one target share. */
const fixedOptions = ({ baseUrl, socketPath, lookup }: HttpTarget): RequestOptions =>
  socketPath === undefined
    ? { host: hostOf(baseUrl), port: baseUrl.port || undefined, ...(lookup && { lookup }) }
    : { socketPath };

function headersFor(call: Call, body: EncodedBody | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...definedHeaders(call.headers) };
  if (body !== undefined) headers['content-type'] = body.contentType;
  if (body?.length !== undefined) headers['content-length'] = String(body.length);
  return headers;
}

/** How many interim responses (1xx) a server may send before its response. */
const maxInterim = 10;

/** Resolves with the response. Rejects what is none: a switch to another protocol (101), and interim responses without end. */
export function sent(request: ClientRequest, bytes?: AsyncIterable<Uint8Array>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = (what: string): void => {
      reject(new BrokenAnswerError(`The server sent ${what} instead of a response.`));
      request.destroy();
    };
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > maxInterim) refuse('too many interim responses');
    });
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      refuse('a switch to another protocol (101)');
    });
    request.once('response', (response) => {
      if (response.statusCode === 101) refuse('a switch to another protocol (101)');
      else resolve(response);
    });
    request.on('error', reject);
    // A request that Node.js destroys by itself emits no error.
    request.once('close', () => reject(new Error('the connection was closed')));
    if (bytes === undefined) request.end();
    // A server may respond before it has read the whole body. The promise is then resolved, and a broken pipe is ignored.
    else pipeline(bytes, request).catch(reject);
  });
}

/** Sends calls over HTTP(S) or a Unix socket. Uploads and downloads are streamed. */
export function createHttpTransport(target: HttpTarget): HttpTransport {
  const secure = target.baseUrl.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const limitIdleTime = createIdleLimit(agent);
  const open = secure ? httpsRequest : httpRequest;
  const where = target.socketPath ?? target.baseUrl.origin;
  const fixed = { ...fixedOptions(target), agent };
  const { timeout: time = 0, maxAnswer: maxSize = Number.POSITIVE_INFINITY, maxRate } = target;
  const [limitedUp, limitedDown] = maxRate === undefined ? [] : [createRateLimit(maxRate), createRateLimit(maxRate)];

  const exchange = async (operation: Operation, call: Call, timeLeft = time): Promise<IncomingMessage> => {
    const body = encodeBody(operation, call);
    const path = pathOf(target.baseUrl, operation, call);
    const headers = headersFor(call, body);
    const { signal } = call;
    const request = open({ ...fixed, method: operation.method, path, headers, ...(signal && { signal }) });
    const isUpload = operation.body?.kind === 'upload' && body !== undefined;
    if (time > 0) limitExchange(request, { time, timeLeft, isUpload, isDownload: operation.result === 'file' });
    const bytes = isUpload && limitedUp !== undefined ? limitedUp(body.bytes) : body?.bytes;
    const response = await sent(request, bytes);
    limitIdleTime(response);
    return response;
  };

  const send: HttpTransport['send'] = async (call, { received, timeLeft } = {}): Promise<Answer> => {
    const operation: Operation = operations[call.operation];
    try {
      const response = await exchange(operation, call, timeLeft);
      return {
        status: response.statusCode ?? 500,
        headers: headersOf(response),
        body: await answerBodyOf(operation, response, { maxSize, received, limited: limitedDown }),
      };
    } catch (error) {
      if (error instanceof TransportError || error instanceof ChangedFileError) throw error;
      throw new TransportError(`No response from ${where}: ${messageOf(error)}.`, { cause: error });
    }
  };
  return { send, close: () => agent.destroy() };
}
