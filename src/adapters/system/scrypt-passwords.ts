import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { RepositoryError } from '../../base/errors/errors.ts';
import { normalized } from '../../base/normalized.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { createGeneratedPasswords, isGeneratedPassword } from './generated-passwords.ts';
import { createLimit } from './limit.ts';

interface StoredHash {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const defaultCost = 2 ** 15;
const blockSize = 8;
const parallelization = 3;
const saltLength = 16;
const hashLength = 32;

/**
 * The maximum number of concurrent hashes. Each needs 34 MB and one of the four threads in Node's pool; the others stay free for
 * files.
 */
const maxRunning = 1;

/**
 * The maximum number of waiting calls. A hash takes a quarter of a second: with many more of them, clients would time out
 * before they get a response.
 */
const maxWaiting = 65;

const tooMany = (): RepositoryError =>
  new RepositoryError('Unavailable', 'The server is busy checking passwords. Try again in a few seconds.', {
    details: { retryAfter: 3 },
  });

const storedForm = /^scrypt\$N=(\d{1,7}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{1,86})\$([A-Za-z0-9_-]{43})$/;

function parse(text: string): StoredHash | undefined {
  const [, cost, size, parallel, salt, hash] = storedForm.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const stored = {
    cost: Number(cost),
    blockSize: Number(size),
    parallelization: Number(parallel),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
  return isComputable(stored) ? stored : undefined;
}

/** The maximum memory for one hash, in bytes. A damaged hash must not make the server allocate all memory of the machine. */
const maxMemory = 2 ** 30;

function isComputable({
  cost,
  blockSize: size,
  parallelization: parallel,
}: Omit<StoredHash, 'salt' | 'hash'>): boolean {
  const isPowerOfTwo = cost > 1 && (cost & (cost - 1)) === 0;
  return isPowerOfTwo && size > 0 && parallel > 0 && 128 * size * (cost + parallel) <= maxMemory;
}

const format = ({ cost, blockSize: size, parallelization: parallel, salt, hash }: StoredHash) =>
  `scrypt$N=${cost},r=${size},p=${parallel}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

function derive(
  password: string,
  { cost, blockSize: size, parallelization: parallel, salt }: Omit<StoredHash, 'hash'>,
) {
  const options: ScryptOptions = {
    cost,
    blockSize: size,
    parallelization: parallel,
    // RFC 7914: N blocks and p working blocks of 128 r bytes each. The library itself needs a little more.
    maxmem: 128 * size * (cost + parallel + 32) + 1024,
  };
  // Keyboards compose umlauts in different ways. RFC 8265 (OpaqueString) normalizes passwords to NFC.
  const text = normalized(password, 'NFC');
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, hashLength, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/**
 * Hashes passwords with scrypt (RFC 7914), stored as `scrypt$N=32768,r=8,p=3$<salt>$<hash>` with both in base64url.
 * `cost` is N, a power of two; hashes with another cost can still be verified.
 */
export function createScryptPasswords(options: { readonly cost?: number } = {}): Passwords {
  const limited = createLimit({ maxRunning, maxWaiting, tooMany });
  const newParameters = () => ({
    cost: options.cost ?? defaultCost,
    blockSize,
    parallelization,
    salt: randomBytes(saltLength),
  });
  return {
    ...createGeneratedPasswords(),
    hash: async (password) => {
      const parameters = newParameters();
      return format({ ...parameters, hash: await limited(() => derive(password, parameters)) });
    },
    verify: async (password, text) => {
      if (text !== null && isGeneratedPassword(password, text)) return true;
      const stored = text === null ? undefined : parse(text);
      // Without a hash of scrypt, the same work is done, so that the response time does not reveal which accounts exist.
      const key = await limited(() => derive(password, stored ?? newParameters()));
      return stored !== undefined && timingSafeEqual(key, stored.hash);
    },
  };
}
