import type { Client } from '../../client/client.ts';
import type { Output } from '../print/output.ts';
import { counted } from '../print/units.ts';
import { endsCommand } from '../program/ending-errors.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { type NodeAddress, writeNodeAddress } from './address.ts';
import { findNode } from './find-node.ts';
import type { RepositoryNode } from './node.ts';

/** A node with the address that the user typed. */
export interface AddressedNode {
  readonly address: NodeAddress;
  readonly node: RepositoryNode;
}

/**
 * Finds the nodes at addresses. A missing one is reported, and does not stop the others: then `exitCode` is 7, or 3 if all are missing. With one address,
 * rejects with its failure.
 */
export async function findAll(
  client: Client,
  addresses: readonly NodeAddress[],
  output: Output,
): Promise<{ readonly nodes: AddressedNode[]; readonly exitCode: ExitCode }> {
  const nodes: AddressedNode[] = [];
  for (const address of addresses) {
    try {
      nodes.push({ address, node: await findNode(client, address) });
    } catch (error) {
      if (addresses.length === 1 || endsCommand(error)) throw error;
      output.report(explainError(error).message);
    }
  }
  if (nodes.length === addresses.length) return { nodes, exitCode: exitCodes.ok };
  return { nodes, exitCode: nodes.length === 0 ? exitCodes.notFound : exitCodes.partlyDone };
}

/**
 * Runs `work` for each node in order and yields the results. After a failure, reports how many nodes were finished before
 * it. `done` is the verb of the report, such as `moved`.
 */
export async function* oneByOne<N extends AddressedNode, T>(
  nodes: readonly N[],
  done: string,
  output: Output,
  work: (node: N) => Promise<T>,
): AsyncGenerator<T> {
  let count = 0;
  for (const each of nodes) {
    try {
      yield await work(each);
    } catch (error) {
      if (count > 0) output.report(`${counted(count, 'node')} ${done} before ${writeNodeAddress(each.address)} failed`);
      throw error;
    }
    count += 1;
  }
}
