import { createHmac } from 'node:crypto';
import type { NodeId } from '../../base/ids.ts';

/**
 * A pseudonym of a person for one node: 64 hexadecimal digits. It is stable, and differs from node to node. Its key is the
 * person's random ID, so it cannot be guessed from a list of names.
 */
export const pseudonymOf = (personId: string, node: NodeId): string =>
  createHmac('sha256', personId).update(node).digest('hex');
