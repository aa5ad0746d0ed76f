import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesUpTo } from '../base/byte-streams.ts';
import { messageOf } from '../base/errors/errors.ts';
import { asMimeType, unknownMimeType } from '../base/mime-type.ts';
import type { Answer, AnswerBody, Call, Transport } from '../contract/call.ts';
import type { FileBody, UploadedFile } from '../contract/file-body.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { BrokenAnswerError, ChangedFileError, TransportError } from './answer-error.ts';
import { fileNameOf } from './content-disposition.ts';
import { createIdleLimit } from './idle-limit.ts';
import { type EncodedBody, encodeMultipart } from './multipart.ts';

/** The address of a repository. */
export interface HttpTarget {
  /** `{base_url}`, which ends in `/rest`. Over a socket, only its path is used. */
  readonly baseUrl: URL;
  /** The path of a Unix socket to use instead of host and port. */
  readonly socketPath?: string | undefined;
  /** The maximum time without any data on the connection, in milliseconds. */
  readonly timeout?: number | undefined;
  /** The maximum size of a JSON response, in bytes. */
  readonly maxAnswer?: number | undefined;
}

/** A transport with its own connections. Close it after the last call. */
export interface HttpTransport {
  readonly send: Transport;
  close(): void;
}

const segment = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':');

function pathOf(baseUrl: URL, operation: Operation, call: Call): string {
  const base = baseUrl.pathname.replace(/\/+$/, '');
  const root = operation.root === 'context' ? base.replace(/\/rest$/, '') : base;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(call.params[name] ?? ''));
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

function fileBodyOf(response: IncomingMessage): FileBody {
  const length = response.headers['content-length'];
  const disposition = response.headers['content-disposition'];
  return {
    bytes: response,
    size: length === undefined ? undefined : Number(length),
    mimeType: asMimeType(response.headers['content-type'] ?? '') ?? unknownMimeType,
    fileName: disposition === undefined ? undefined : fileNameOf(disposition),
    disposition: disposition?.startsWith('inline') === true ? 'inline' : 'attachment',
    tag: /^"([^"]*)"$/.exec(response.headers.etag ?? '')?.[1],
    part: partOf(response.headers['content-range']),
  };
}

async function textOf(response: IncomingMessage, maxSize: number): Promise<string> {
  const tooLarge = () => new BrokenAnswerError(`The response of the server has more than ${maxSize} bytes.`);
  return (await bytesUpTo(response, maxSize, tooLarge)).toString('utf8');
}

async function answerBodyOf(operation: Operation, response: IncomingMessage, maxSize: number): Promise<AnswerBody> {
  const succeeded = (response.statusCode ?? 500) < 300;
  if (succeeded && operation.result === 'file') return { kind: 'file', file: fileBodyOf(response) };
  const text = await textOf(response, maxSize);
  if (text === '' || (succeeded && operation.result === 'empty')) return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    if (!succeeded) return { kind: 'empty' };
    throw new BrokenAnswerError(
      'The response of the server is not JSON. Check that the address is that of a repository.',
      {
        cause: error,
      },
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
function fixedOptions({ baseUrl, socketPath, timeout }: HttpTarget): RequestOptions {
  const address =
    socketPath === undefined
      ? { host: baseUrl.hostname.replace(/^\[|\]$/g, ''), port: baseUrl.port || undefined }
      : { socketPath };
  return timeout === undefined ? address : { ...address, timeout };
}

function headersFor(call: Call, body: EncodedBody | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...definedHeaders(call.headers) };
  if (body !== undefined) headers['content-type'] = body.contentType;
  if (body?.length !== undefined) headers['content-length'] = String(body.length);
  return headers;
}

function sent(request: ClientRequest, body: EncodedBody | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', reject);
    if (body === undefined) request.end();
    // A server may respond before it has read the whole body. The promise is then resolved, and a broken pipe is ignored.
    else pipeline(body.bytes, request).catch(reject);
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

  const exchange = async (operation: Operation, call: Call): Promise<IncomingMessage> => {
    const body = encodeBody(operation, call);
    const path = pathOf(target.baseUrl, operation, call);
    const headers = headersFor(call, body);
    const { signal } = call;
    const request = open({ ...fixed, method: operation.method, path, headers, ...(signal && { signal }) });
    const response = await sent(request, body);
    limitIdleTime(response);
    return response;
  };

  const send: Transport = async (call): Promise<Answer> => {
    const operation: Operation = operations[call.operation];
    try {
      const response = await exchange(operation, call);
      return {
        status: response.statusCode ?? 500,
        headers: headersOf(response),
        body: await answerBodyOf(operation, response, target.maxAnswer ?? Number.POSITIVE_INFINITY),
      };
    } catch (error) {
      if (error instanceof TransportError || error instanceof ChangedFileError) throw error;
      throw new TransportError(`No response from ${where}: ${messageOf(error)}.`, { cause: error });
    }
  };
  return { send, close: () => agent.destroy() };
}
