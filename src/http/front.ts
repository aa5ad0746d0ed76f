import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { answerMemory } from '../base/lent-memory.ts';
import type { Answer, Call, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { WrittenJson } from '../contract/written-json.ts';
import { jsonHeaders } from './encode.ts';
import { parseJson } from './json-body.ts';
import type { HttpLimits } from './limits.ts';
import { createPathTree } from './path-tree.ts';
import type { PeerOf } from './peer.ts';

/** What the front needs of the rest. */
export interface FrontParts {
  readonly send: Transport;
  readonly contextPath: string;
  readonly limits: HttpLimits;
  readonly peerOf: PeerOf;
  /** Turns a failure beside the pipeline into an answer. */
  readonly answerError: (error: unknown) => Answer;
  /** Takes every request that is not one of the plain ones. */
  readonly others: RequestListener;
}

/** JSON comes out, and JSON or nothing goes in. */
const isPlain = ({ result, body }: Operation): boolean =>
  typeof result !== 'string' && (body === undefined || body.kind === 'json');

const plainTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

/** Whether the body is JSON of a known length, sent as it is. Whatever is less plain goes to Koa. */
function hasPlainBody({ headers }: IncomingMessage, limit: number): boolean {
  const length = Number(headers['content-length']);
  return (
    length > 0 &&
    length <= limit &&
    plainTypes.has(headers['content-type']?.toLowerCase() ?? '') &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined
  );
}

const noQuery: Call['query'] = {};

function jsonOf({ body }: Answer): WrittenJson {
  switch (body.kind) {
    case 'json':
      return new WrittenJson(Buffer.from(JSON.stringify(body.value)));
    case 'written-json':
      return body.json;
    default:
      // Only operations that answer JSON come this way, and so do all failures.
      throw new Error(`A ${body.kind} where JSON was promised.`);
  }
}

const fixedHeaders = Object.entries(jsonHeaders).flat();

function writeBody(response: ServerResponse, json: WrittenJson): void {
  if (json.whole !== undefined) {
    response.end(json.whole);
    return;
  }
  const memory = answerMemory.take(json.size) ?? Buffer.allocUnsafe(json.size);
  // When the connection breaks before, the memory is left to the collector.
  response.end(json.movedTo(memory), () => answerMemory.giveBack(memory));
}

function write(response: ServerResponse, answer: Answer): void {
  const json = jsonOf(answer);
  // A list goes onto the wire as it is; an object would be looked through, header by header.
  const headers: (string | number)[] = [...fixedHeaders, 'content-length', json.size];
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
  response.writeHead(answer.status, headers);
  writeBody(response, json);
}

/** A client that goes away before it has sent all is not waited for: `done` is not called then. */
function readBody(request: IncomingMessage, done: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
}

/**
 * The short way for plain calls, JSON in and out: most are such, and Koa with its router costs more than all the rest
 * of one. They go into the same pipeline; everything else goes on to Koa.
 */
export function createFront(parts: FrontParts): RequestListener {
  const { send, answerError, others, limits, peerOf } = parts;
  const match = createPathTree(parts.contextPath, isPlain);

  const callOf = (request: IncomingMessage): Call | undefined => {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const found = match(request.method ?? '', mark < 0 ? url : url.slice(0, mark));
    if (found === undefined) return undefined;
    // No value of a parsed query is undefined, and only `Set-Cookie`, which no request has, comes as a list.
    const query = mark < 0 ? noQuery : (parse(url.slice(mark + 1)) as Call['query']);
    const { operation, params } = found;
    return {
      operation,
      params,
      query,
      body: undefined,
      headers: request.headers as Call['headers'],
      peer: peerOf(request),
    };
  };

  const answerTo = async (call: Call, bytes: Buffer | undefined): Promise<Answer> => {
    try {
      return await send(bytes === undefined ? call : { ...call, body: parseJson(bytes) });
    } catch (error) {
      return answerError(error);
    }
  };

  const answer = async (response: ServerResponse, call: Call, bytes?: Buffer): Promise<void> => {
    try {
      write(response, await answerTo(call, bytes));
    } catch {
      response.destroy();
    }
  };

  return (request, response) => {
    const call = callOf(request);
    if (call === undefined) return others(request, response);
    const { body }: Operation = operations[call.operation];
    if (body === undefined) return void answer(response, call);
    if (!hasPlainBody(request, limits.jsonBody)) return others(request, response);
    readBody(request, (bytes) => void answer(response, call, bytes));
  };
}
