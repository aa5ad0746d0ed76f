import { createHmac } from 'node:crypto';
import type { NodeId } from '../../base/ids.ts';

/**
 * What stands for a person where nobody shall know who they are: 64 hexadecimal digits, the same each time for one node,
 * another one for each node. The key is the person's random id, so no list of names helps to find out whose it is.
 */
export const pseudonymOf = (personId: string, node: NodeId): string =>
  createHmac('sha256', personId).update(node).digest('hex');
