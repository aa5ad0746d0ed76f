import type { Call, Transport } from '../../contract/call.ts';
import { dryRunHeader } from '../../contract/dry-run.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Output } from '../print/output.ts';

/** What a server without dry runs, and thus without their path, responds. A page for browsers has the status 200. */
const withoutDryRuns: readonly number[] = [200, 404, 405, 501];

function changesNothing({ operation: name, query }: Call): boolean {
  const operation: Operation = operations[name];
  return operation.method === 'GET' || operation.readsOnly === true || query['dryRun'] === 'true';
}

/**
 * Sends each change as a dry run, which the server checks up to the write. The response is then empty. Throws at a change that
 * has no dry run.
 */
export function asDryRuns(send: Transport, output: Output): Transport {
  let isNoted = false;
  return async (call) => {
    if (changesNothing(call)) return send(call);
    const operation: Operation = operations[call.operation];
    if (operation.dryRun !== true) throw new Error(`${call.operation} has no dry run.`);
    const answer = await send({ ...call, dryRun: true });
    if (answer.headers[dryRunHeader] !== undefined || !withoutDryRuns.includes(answer.status)) return answer;
    if (!isNoted) output.note('This server has no dry runs, so the rights and rules of the server were not checked.');
    isNoted = true;
    return { status: 200, headers: {}, body: { kind: 'empty' } };
  };
}
