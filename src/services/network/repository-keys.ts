import { createHash, hkdfSync, sign } from 'node:crypto';
import { outsideDryRun } from '../../base/dry-run.ts';
import type { RepositoryKeyRecord } from '../../domain/network/connected-repository.ts';
import type { Seams } from '../../ports/seams.ts';
import { appKey } from '../authentication/apps/app-keys.ts';

/** The headers of a call that this repository signs, in lower case. */
type SignatureHeaders = Readonly<Record<string, string>>;

/** The key pair of this repository. The private key is in the store and never leaves it. */
export interface RepositoryKeyService {
  /** The public key in PEM. The first call creates the pair. */
  publicKey(): Promise<string>;
  /** Signs a call of this repository on behalf of `userName`, or of no person if it is empty. Every signature is unique. */
  signedHeaders(userName: string): Promise<SignatureHeaders>;
  /** 256 bits that only this repository knows, and that differ for each purpose (HKDF, RFC 5869). */
  secretFor(purpose: string): Promise<Buffer>;
}

/** The fingerprint of a public RSA key, as OpenSSH writes it: `SHA256:` and Base64. Undefined if the key is unusable. */
export function keyFingerprint(publicKey: string): string | undefined {
  const key = appKey(publicKey);
  if (typeof key === 'string') return undefined;
  const bytes = key.export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`;
}

const own = 'own';

/** `repositoryId` is the ID of this repository, under which others register its public key. */
export function createRepositoryKeyService(
  { store, clock, randomness }: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  repositoryId: string,
): RepositoryKeyService {
  let creating: Promise<RepositoryKeyRecord> | undefined;

  const create = async (): Promise<RepositoryKeyRecord> => {
    const pair = await randomness.keyPair();
    return store.change(async (change) => {
      const before = await change.repositoryKeys.get(own);
      if (before !== undefined) return before;
      change.repositoryKeys.put(own, pair);
      return pair;
    });
  };

  const keys = async (): Promise<RepositoryKeyRecord> => {
    const known = await store.repositoryKeys.get(own);
    if (known !== undefined) return known;
    // All callers wait for the same pair. After a failure, the next one tries again.
    creating ??= outsideDryRun(() => create()).finally(() => {
      creating = undefined;
    });
    return creating;
  };

  return {
    secretFor: async (purpose) => Buffer.from(hkdfSync('sha256', (await keys()).privateKey, '', purpose, 32)),
    publicKey: async () => (await keys()).publicKey,
    async signedHeaders(userName) {
      const { privateKey } = await keys();
      const timestamp = String(clock.now().getTime());
      const signed = `${repositoryId}${encodeURIComponent(userName)}${timestamp}-${randomness.secret()}`;
      return {
        'x-edu-app-id': repositoryId,
        'x-edu-app-ts': timestamp,
        'x-edu-app-signed': signed,
        'x-edu-app-sig': sign('sha256', Buffer.from(signed), privateKey).toString('base64'),
      };
    },
  };
}
