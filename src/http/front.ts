import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Answer, Call, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import type { AnswerGate } from './answer-gate.ts';
import type { BodyGuard, Reception } from './body-guard.ts';
import { parseJson } from './json-body.ts';
import type { HttpLimits } from './limits.ts';
import { createPathTree } from './path-tree.ts';
import type { PeerOf } from './peer.ts';
import type { RequestLog } from './request-log.ts';
import { discardUnreadBody } from './unread-body.ts';
import { writeAnswer } from './write-answer.ts';

/** What the front needs of the rest. */
export interface FrontParts {
  readonly send: Transport;
  readonly contextPath: string;
  readonly limits: HttpLimits;
  readonly peerOf: PeerOf;
  /** Turns a failure beside the pipeline into an answer. */
  readonly answerError: (error: unknown, requestId?: string) => Answer;
  readonly guard: BodyGuard;
  readonly requestLog: RequestLog;
  readonly gate: AnswerGate;
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

/** Reads a body whose length is known. */
function receiveBytes(request: IncomingMessage): Reception<Buffer> {
  let stop: (reason: Error) => void = () => undefined;
  const value = new Promise<Buffer>((resolve, reject) => {
    stop = reject;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
  });
  return { value, stop };
}

/**
 * The short way for plain calls, JSON in and out: most are such, and Koa with its router costs more than all the rest
 * of one. They go into the same pipeline; everything else goes on to Koa.
 */
export function createFront(parts: FrontParts): RequestListener {
  const { send, answerError, others, limits, peerOf, guard, gate, requestLog } = parts;
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

  const answerTo = async (request: IncomingMessage, call: Call): Promise<Answer> => {
    try {
      return await send(requestLog.traced(request, call));
    } catch (error) {
      return answerError(error, requestLog.idOf(request));
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> => {
    try {
      const written = await answerTo(request, call);
      if (!request.complete) await discardUnreadBody(request, response);
      writeAnswer(response, gate(response, written));
    } catch {
      response.destroy();
    }
  };

  return (request, response) => {
    const call = callOf(request);
    if (call === undefined) return others(request, response);
    const { body }: Operation = operations[call.operation];
    if (body === undefined) return void answer(request, response, call);
    if (!hasPlainBody(request, limits.jsonBody)) return others(request, response);
    const readBody = async (): Promise<unknown> => {
      return parseJson(await guard.receive({ request, response }, 'all', () => receiveBytes(request)));
    };
    void answer(request, response, { ...call, readBody });
  };
}
