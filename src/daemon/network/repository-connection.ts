import { RepositoryError } from '../../base/errors/errors.ts';
import { createCircuitBreaker } from '../../base/scheduling/circuit-breaker.ts';
import { createHttpTransport } from '../../client/http-transport.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { type Operations, operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { failedExchange, requireNoRedirect, unavailable } from './gateway-errors.ts';

export interface ConnectionLimits {
  /** How long a repository may take to respond, in milliseconds. */
  readonly time: number;
  /** The maximum size of a response, in bytes. */
  readonly answer: number;
}

/** A connection to another repository, with its HTTP agent and its circuit breaker. */
export interface RepositoryConnection {
  /** Sends a call. Rejects with `Unavailable` or `BadGateway` if there is no valid response. */
  exchange(call: Call): Promise<Answer>;
  close(): void;
}

/** After so many failures in a row, a repository is not called for a while. */
const failures = 5;
const pauseMs = 30_000;

/** The file that a call uploads; undefined if it uploads none. */
export function uploadIn({ operation, body }: Pick<Call, 'operation' | 'body'>): UploadedFile | undefined {
  const { body: expected }: Operation = operations[operation as keyof Operations];
  return expected?.kind === 'upload' && body !== undefined ? (body as UploadedFile) : undefined;
}

/** Files may take any time, as long as bytes arrive. */
function deadlineOf(call: Call, time: number): AbortSignal | undefined {
  const { result }: Operation = operations[call.operation];
  if (result === 'file' || uploadIn(call) !== undefined) return call.signal;
  const limit = AbortSignal.timeout(time);
  return call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
}

/** `name` is the repository in messages, `now` the time in milliseconds. */
export function openConnection(
  url: URL,
  name: string,
  limits: ConnectionLimits,
  now: () => number,
): RepositoryConnection {
  const http = createHttpTransport({ baseUrl: url, timeout: limits.time, maxAnswer: limits.answer });
  const breaker = createCircuitBreaker({ now, failures, pause: pauseMs });

  const responseTo = async (call: Call): Promise<Answer> => {
    const signal = deadlineOf(call, limits.time);
    try {
      const answer = await http.send({ ...call, signal });
      breaker.note(true);
      return answer;
    } catch (error) {
      // The client has stopped uploading, or sends too much or too slowly: the other repository is not to blame.
      const refusal = uploadIn(call)?.bytes.errored;
      if (refusal instanceof RepositoryError) throw refusal;
      const failure = failedExchange(error, name, signal?.aborted === true);
      // A caller that no longer waits says nothing about the other repository.
      if (call.signal?.aborted !== true) breaker.note(failure.code === 'BadGateway');
      throw failure;
    }
  };

  return {
    async exchange(call) {
      if (!breaker.admits()) {
        throw unavailable(
          `The repository ${name} did not respond several times and is not called for now. Try again later.`,
        );
      }
      const answer = await responseTo(call);
      requireNoRedirect(answer, name);
      return answer;
    },
    close: http.close,
  };
}
