import { PassThrough } from 'node:stream';
import { RepositoryError } from '../../base/errors/errors.ts';
import { createCircuitBreaker } from '../../base/scheduling/circuit-breaker.ts';
import { createHttpTransport, hostOf, type SendOptions } from '../../client/http-transport.ts';
import { publicLookup, requirePublicHost } from '../../client/public-addresses.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { type Operations, operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { failedExchange, privateAddress, requireNoRedirect, unavailable } from './gateway-errors.ts';

export interface ConnectionLimits {
  /** How long a repository may take to respond, in milliseconds. */
  readonly time: number;
  /** The maximum size of a response, in bytes. */
  readonly answer: number;
  /** Whether addresses of this machine and of private networks may be called. */
  readonly allowPrivate: boolean;
}

/** A connection to another repository, with its HTTP agent and its circuit breaker. */
export interface RepositoryConnection {
  /** Sends a call. Rejects with `Unavailable` or `BadGateway` if there is no valid response. */
  exchange(call: Call, options?: SendOptions): Promise<Answer>;
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

/** The answer, whose file fails with `failureOf` the error of the connection. */
function withFailure(answer: Answer, failureOf: (error: unknown) => RepositoryError): Answer {
  if (answer.body.kind !== 'file') return answer;
  const { file } = answer.body;
  const bytes = new PassThrough();
  file.bytes.once('error', (error) => bytes.destroy(failureOf(error)));
  bytes.once('close', () => file.bytes.destroy());
  file.bytes.pipe(bytes);
  return { ...answer, body: { kind: 'file', file: { ...file, bytes } } };
}

/** `name` is the repository in messages, `now` the time in milliseconds. */
export function openConnection(
  url: URL,
  name: string,
  limits: ConnectionLimits,
  now: () => number,
): RepositoryConnection {
  const { time: timeout, answer: maxAnswer, allowPrivate } = limits;
  const lookup = allowPrivate ? undefined : publicLookup(privateAddress);
  const http = createHttpTransport({ baseUrl: url, timeout, maxAnswer, lookup });
  const breaker = createCircuitBreaker({ now, failures, pause: pauseMs });

  const responseTo = async (call: Call, options: SendOptions): Promise<Answer> => {
    try {
      const answer = await http.send(call, options);
      breaker.note(true);
      return answer;
    } catch (error) {
      // The client has stopped uploading, or sends too much or too slowly: the other repository is not to blame.
      const refusal = uploadIn(call)?.bytes.errored;
      if (refusal instanceof RepositoryError) throw refusal;
      const failure = failedExchange(error, name, call.signal?.aborted === true);
      // A caller that no longer waits says nothing about the other repository.
      if (call.signal?.aborted !== true) breaker.note(failure.code === 'BadGateway');
      throw failure;
    }
  };

  return {
    async exchange(call, options = {}) {
      if (!allowPrivate) requirePublicHost(hostOf(url), privateAddress);
      if (!breaker.admits()) {
        throw unavailable(
          `The repository ${name} did not respond several times and is not called for now. Try again later.`,
        );
      }
      const answer = await responseTo(call, options);
      requireNoRedirect(answer, name);
      return withFailure(answer, (error) => failedExchange(error, name, call.signal?.aborted === true));
    },
    close: http.close,
  };
}
