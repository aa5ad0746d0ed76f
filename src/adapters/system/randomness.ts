import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Randomness } from '../../ports/randomness.ts';
import { createNodeIds } from './node-ids.ts';

/** Random numbers of the operating system. Only node IDs tell when they were made. */
export const systemRandomness: Randomness = {
  nodeId: createNodeIds(),
  secret: () => randomBytes(32).toString('base64url'),
  keyPair: () =>
    promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
};
