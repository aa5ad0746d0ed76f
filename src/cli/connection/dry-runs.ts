import type { Call, Transport } from '../../contract/call.ts';
import { dryRunHeader } from '../../contract/dry-run.ts';
import { operations } from '../../contract/index.ts';
import { isReading, type Operation } from '../../contract/operation.ts';
import type { Output } from '../print/output.ts';

/** The statuses of a server that does not know the path of dry runs. A page for browsers has the status 200. */
const withoutDryRuns: readonly number[] = [200, 404, 405, 501];

/** `verifyRepository` only reads, but may take longer than a call that `isReading`. */
const changesNothing = ({ operation, query }: Call): boolean =>
  isReading(operations[operation]) || operation === 'verifyRepository' || query['dryRun'] === 'true';

/**
 * Sends each change as a dry run, which the server checks up to the write. The response is then empty. Throws for a change that
 * does not support dry runs.
 */
export function asDryRuns(send: Transport, output: Output): Transport {
  let isNoted = false;
  return async (call) => {
    if (changesNothing(call)) return send(call);
    const operation: Operation = operations[call.operation];
    if (operation.dryRun !== true) throw new Error(`${call.operation} does not support dry runs.`);
    const answer = await send({ ...call, dryRun: true });
    if (answer.headers[dryRunHeader] !== undefined || !withoutDryRuns.includes(answer.status)) return answer;
    if (!isNoted)
      output.note('This server does not support dry runs. Your rights, and the rules of the server, were not checked.');
    isNoted = true;
    return { status: 200, headers: {}, body: { kind: 'empty' } };
  };
}
