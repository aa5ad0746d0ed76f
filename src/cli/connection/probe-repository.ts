import { AnswerError, BrokenAnswerError } from '../../client/answer-error.ts';
import { createClient } from '../../client/client.ts';
import type { Answer, Transport } from '../../contract/call.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Output } from '../print/output.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { clockDifference, clockProblem } from './clock-difference.ts';

/** What a repository says of itself without a login. */
export interface Probe {
  readonly about: Result<Operations['getAbout']>;
  /** Response time in milliseconds. */
  readonly took: number;
  /** By how many seconds the server's clock is ahead of this machine's; null if the server does not report its time. */
  readonly clockDifference: number | null;
}

const noRepository = (where: string, why: string, cause?: unknown): Failure =>
  new Failure(
    exitCodes.notFound,
    {
      what: `There is no repository at ${where}.`,
      why,
      next: 'Check the address: it is the one in the browser, or ends in /edu-sharing/rest. Ask the administrator if you are not sure',
    },
    { cause },
  );

function explained(error: unknown, where: string): unknown {
  if (error instanceof BrokenAnswerError) return noRepository(where, error.message, error);
  if (!(error instanceof AnswerError) || (error.status !== 404 && error.status !== 405)) return error;
  return noRepository(where, `${error.status}: a server answers there, but knows nothing of this interface.`, error);
}

/** Calls `getAbout`, which needs no login. Throws a failure with exit code 3 if what answers is no repository. */
export async function probeRepository(send: Transport, where: string): Promise<Probe> {
  const start = performance.now();
  let headers: Answer['headers'] = {};
  const client = createClient(async (call) => {
    const answer = await send(call);
    headers = answer.headers;
    return answer;
  });
  const about = await client.getAbout().catch((error: unknown) => {
    throw explained(error, where);
  });
  const took = performance.now() - start;
  // The type is that of a repository, and another server may send any JSON.
  if (typeof about?.version?.major !== 'number')
    throw noRepository(where, 'The response is JSON, but none of a repository.');
  return { about, took, clockDifference: clockDifference(headers, took) };
}

/** Warns if the clocks differ by more than five minutes. */
export function warnOfClock(probe: Probe, output: Output): void {
  const problem = clockProblem(probe.clockDifference);
  if (problem !== undefined) output.report(`Warning: ${problem}`);
}
