import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, Trace } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import { onExchangeEnd } from './connection/exchange-end.ts';

/** The access log of a server. */
export interface RequestLog {
  /** Logs the request when its response is closed. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** Adds the trace to a call, and the route to the log entry. */
  traced(request: IncomingMessage, call: Call): Call;
  /** The ID of a request in the log, for a response without a call. */
  idOf(request: IncomingMessage): string | undefined;
  /** Logs a refusal of bytes or a connection before there is a request. */
  refused(status: number, address: string | undefined): void;
}

export const noRequestLog: RequestLog = {
  follow: () => undefined,
  traced: (_, call) => call,
  idOf: () => undefined,
  refused: () => undefined,
};

interface Entry {
  readonly trace: Trace;
  route: string | null;
}

/**
 * The maximum length of an unknown path in the log, in UTF-16 code units. Longer paths are truncated, because clients
 * may send anything.
 */
const maxPathLength = 200;

/**
 * Logs each request with `write`: `method`, `route` (as in the table of operations; null for an unknown path, which is
 * in `path` then), `status`, `duration` in milliseconds, `requestId`, `userName` (empty for a client that has not
 * signed in), and `broken` if the client left before the response was sent. Queries, headers and bodies are not logged,
 * because they may contain secrets. Requests that the HTTP parser refuses have a status and the client
 * address; `method` and `route` are null.
 */
export function createRequestLog(
  newRequestId: () => string,
  write: (facts: Readonly<Record<string, unknown>>) => void,
): RequestLog {
  const entries = new WeakMap<IncomingMessage, Entry>();
  return {
    follow(request, response) {
      const start = performance.now();
      const entry: Entry = { trace: { requestId: newRequestId() }, route: null };
      entries.set(request, entry);
      onExchangeEnd(response, () => {
        const { route, trace } = entry;
        // A query may have secrets, and so may what follows a semicolon, such as a session (`;jsessionid=…`).
        const path = (request.url ?? '').split(/[?;]/)[0]?.slice(0, maxPathLength);
        write({
          method: request.method,
          route,
          ...(route === null ? { path } : {}),
          status: response.statusCode,
          duration: Math.round((performance.now() - start) * 10) / 10,
          requestId: trace.requestId,
          userName: trace.userName ?? '',
          ...(response.writableFinished ? {} : { broken: true }),
        });
      });
    },
    traced(request, call) {
      const entry = entries.get(request);
      if (entry === undefined) return call;
      entry.route = operations[call.operation].path;
      return { ...call, trace: entry.trace };
    },
    idOf: (request) => entries.get(request)?.trace.requestId,
    refused: (status, address) =>
      write({ method: null, route: null, status, ...(address === undefined ? {} : { address }) }),
  };
}
