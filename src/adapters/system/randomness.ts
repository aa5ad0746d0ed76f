import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { NodeId } from '../../base/ids.ts';
import type { Randomness } from '../../ports/randomness.ts';

/** Random numbers of the operating system. Node IDs are UUIDs of version 4 (RFC 9562). */
export const systemRandomness: Randomness = {
  // Node.js writes UUIDs in lower case, which is the form of a node ID.
  nodeId: () => randomUUID() as NodeId,
  secret: () => randomBytes(32).toString('base64url'),
  keyPair: () =>
    promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
};
