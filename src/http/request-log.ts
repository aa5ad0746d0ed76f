import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, Trace } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import { onExchangeEnd } from './connection/exchange-end.ts';

/** Where the requests of a server are logged. */
export interface RequestLog {
  /** Logs the request when its response is closed. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** The call with its trace; it names the route in the log, too. */
  traced(request: IncomingMessage, call: Call): Call;
  /** The id of a request in the log, for an answer that no call leads to. */
  idOf(request: IncomingMessage): string | undefined;
  /** Logs what was refused before it was a request. */
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

/** An unknown address is cut to this; it may be anything. */
const maxPathLength = 200;

/**
 * Logs each request by `write`: `method`, `route` (as the table of operations writes it; null for an unknown address, which
 * stands in `path` then), `status`, `duration` in milliseconds, `requestId`, `userName` (empty for a client that has not
 * signed in), and `broken` where the client left before the response was sent. Queries, headers and bodies, which can hold
 * secrets, are left out. What the HTTP parser refused has a status and the address of the client only.
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
        const path = (request.url ?? '').split('?')[0]?.slice(0, maxPathLength);
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
