import { randomBytes, randomUUID } from 'node:crypto';
import type { NodeId } from '../../base/ids.ts';
import type { Randomness } from '../../ports/randomness.ts';

/** The random numbers of the operating system. Node ids are UUIDs of version 4 (RFC 9562). */
export const systemRandomness: Randomness = {
  // A UUID as Node.js writes it, in lower case, has the form of a node id.
  nodeId: () => randomUUID() as NodeId,
  secret: () => randomBytes(32).toString('base64url'),
};
