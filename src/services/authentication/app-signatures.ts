import { createLruCache } from '../../base/caching/lru-cache.ts';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { appProperty, isTrusted, toleranceOf } from '../../domain/identity/app-entry.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import { createRequireAppHost } from './app-hosts.ts';
import { appKey, isSignedBy } from './app-keys.ts';
import type { AppService } from './apps.ts';

/** What an app sends with a call that it signed (section 5.2). */
export interface AppSignature {
  readonly appId: string;
  /** Base64. */
  readonly signature: string | undefined;
  readonly signed: string | undefined;
  /** Milliseconds since 1970, as text. */
  readonly timestamp: string | undefined;
}

export interface AppSignatureService {
  /**
   * The app that signed. Missing, unknown or stale is `BadRequest`; wrong, or seen before where it may be used only
   * once, `Unauthorized`; an app that is not trusted or calls from elsewhere `Forbidden`. `address` is where the call
   * comes from; undefined, this machine's socket or process, is open to its operator alone, and passes for any host.
   */
  verify(given: AppSignature, address: string | undefined, use: 'once' | 'again'): Promise<AppRecord>;
}

interface Complete {
  readonly signature: Buffer;
  readonly signed: string;
  readonly timestamp: number;
}

/** By name, so that the app's programmer sees what is missing. */
function requireComplete({ signature, signed, timestamp }: AppSignature): Complete {
  const parts = { 'X-Edu-App-Sig': signature, 'X-Edu-App-Signed': signed, 'X-Edu-App-Ts': timestamp };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined || value === '' ? [name] : []));
  if (signature === undefined || signed === undefined || timestamp === undefined || missing.length > 0) {
    throw badRequest(`The signature of the app is not whole: ${missing.join(', ')} is missing.`);
  }
  if (!/^\d{1,15}$/.test(timestamp)) throw badRequest('X-Edu-App-Ts must be the time in milliseconds since 1970.');
  if (!signed.includes(timestamp)) throw badRequest('The signed text (X-Edu-App-Signed) must contain X-Edu-App-Ts.');
  return { signature: Buffer.from(signature, 'base64'), signed, timestamp: Number(timestamp) };
}

function requireTrusted(app: AppRecord): void {
  if (isTrusted(app)) return;
  throw new RepositoryError('Forbidden', `The app ${app.id} is not trusted: its entry needs trustedclient = true.`);
}

/** In milliseconds: a used signature is kept for so much longer than it is fresh, in case the clock is set back. */
const keptBeyond = 24 * 3_600_000;

/** More than can come while one of them is fresh. */
const maxRead = 100_000;

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

export function createAppSignatureService(
  seams: Pick<Seams, 'store' | 'clock' | 'hosts'>,
  apps: Pick<AppService, 'find'>,
  /** `tolerance` in milliseconds, both ways. */
  options: { readonly tolerance: number; readonly allowSha1: boolean },
): AppSignatureService {
  const { store, clock } = seams;
  const requireHost = createRequireAppHost(seams);
  /** Signatures of calls that only read. Many calls may bear one, so they are not written to the store, and end with the process. */
  const read = createLruCache<true>(maxRead);

  const requireKnown = async (id: string): Promise<AppRecord> => {
    const app = await apps.find(id);
    if (app === undefined) throw badRequest(`The app ${id.slice(0, 100)} is not registered in this repository.`);
    return app;
  };

  const requireFresh = (app: AppRecord, { timestamp }: Complete): void => {
    const { past, future } = toleranceOf(app, options.tolerance);
    const age = clock.now().getTime() - timestamp;
    if (age <= past && age >= -future) return;
    const apart = age > 0 ? `${seconds(age)} seconds old` : `${seconds(-age)} seconds in the future`;
    throw badRequest(`The signature is ${apart}. Compare the clocks of both machines, and sign each call anew.`);
  };

  const requireSigned = (app: AppRecord, { signed, signature }: Complete): void => {
    const publicKey = appProperty(app, 'public_key');
    if (publicKey === undefined) throw badRequest(`The app ${app.id} was registered without a public_key.`);
    const key = appKey(publicKey);
    if (typeof key !== 'string' && isSignedBy(key, signed, signature, options.allowSha1)) return;
    const which = options.allowSha1 ? 'SHA-256 or SHA-1' : 'SHA-256 (SHA-1 is switched off here)';
    throw new RepositoryError(
      'Unauthorized',
      `The signature does not fit the text and the key of the app: sign with RSA and ${which}.`,
    );
  };

  const usedBefore = (): RepositoryError =>
    new RepositoryError('Unauthorized', 'This signature was used before. Sign each call anew.');

  /** By the signed text: one signature can be written in many ways. */
  const noteUse = async (app: AppRecord, { signed, timestamp }: Complete, use: 'once' | 'again'): Promise<void> => {
    const key = `${app.id}/${hashOfSecret(signed)}`;
    if (use === 'again') {
      read.set(key, true);
      return;
    }
    if (read.get(key) !== undefined) throw usedBefore();
    const endsAt = timestamp + toleranceOf(app, options.tolerance).past + 1 + keptBeyond;
    await store.change(async (change) => {
      if (await change.replays.has(key)) throw usedBefore();
      change.replays.put(key, { endsAt });
    });
  };

  return {
    async verify(given, address, use) {
      const app = await requireKnown(given.appId);
      const complete = requireComplete(given);
      requireFresh(app, complete);
      requireSigned(app, complete);
      requireTrusted(app);
      await requireHost(app, address);
      await noteUse(app, complete, use);
      return app;
    },
  };
}
