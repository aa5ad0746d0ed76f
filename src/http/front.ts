import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Answer, Call, Transport } from '../contract/call.ts';
import type { Operation } from '../contract/operation.ts';
import { jsonHeaders } from './encode.ts';
import { createPathTree } from './path-tree.ts';

/** What the front needs of the rest. */
export interface FrontParts {
  readonly send: Transport;
  readonly contextPath: string;
  /** Turns a failure beside the pipeline into an answer. */
  readonly answerError: (error: unknown) => Answer;
  /** Takes every request that is not one of the plain ones. */
  readonly others: RequestListener;
}

const isPlain = ({ method, result, body }: Operation): boolean =>
  method === 'GET' && typeof result !== 'string' && body === undefined;

const noQuery: Call['query'] = {};

function jsonOf({ body }: Answer): string {
  switch (body.kind) {
    case 'json':
      return JSON.stringify(body.value);
    case 'json-text':
      return body.text;
    default:
      // Only operations that answer JSON come this way, and so do all failures.
      throw new Error(`A ${body.kind} where JSON was promised.`);
  }
}

function write(response: ServerResponse, answer: Answer): void {
  const text = jsonOf(answer);
  response.writeHead(answer.status, { ...jsonHeaders, 'content-length': Buffer.byteLength(text), ...answer.headers });
  response.end(text);
}

/**
 * The short way for plain GETs that answer JSON: most calls are such, and Koa with its router costs more than all the
 * rest of one. They go into the same pipeline; everything else goes on to Koa.
 */
export function createFront(parts: FrontParts): RequestListener {
  const match = createPathTree(parts.contextPath, isPlain);

  const callOf = (request: IncomingMessage): Call | undefined => {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const found = match(mark < 0 ? url : url.slice(0, mark));
    if (found === undefined) return undefined;
    // No value of a parsed query is undefined, and only `Set-Cookie`, which no request has, comes as a list.
    const query = mark < 0 ? noQuery : (parse(url.slice(mark + 1)) as Call['query']);
    return { ...found, query, body: undefined, headers: request.headers as Call['headers'] };
  };

  return (request, response) => {
    const call = request.method === 'GET' ? callOf(request) : undefined;
    if (call === undefined) return parts.others(request, response);
    parts
      .send(call)
      .catch(parts.answerError)
      .then((answer) => write(response, answer))
      .catch(() => response.destroy());
  };
}
