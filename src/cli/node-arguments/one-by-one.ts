import type { Output } from '../print/output.ts';
import { counted } from '../print/units.ts';
import { type NodeAddress, writeNodeAddress } from './address.ts';
import type { RepositoryNode } from './node.ts';

/** A node with the address that the user typed. */
export interface AddressedNode {
  readonly address: NodeAddress;
  readonly node: RepositoryNode;
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
