import { badRequest, RepositoryError } from '../../../base/errors/errors.ts';
import { appProperty, isTrusted, toleranceOf } from '../../../domain/identity/app-entry.ts';
import { hashOfSecret } from '../../../domain/identity/secret-hash.ts';
import type { AppRecord } from '../../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../../ports/seams.ts';
import { createRequireAppHost } from './app-hosts.ts';
import { appKey, isSignedBy } from './app-keys.ts';
import type { AppService } from './apps.ts';

/** The headers of a request that an app signed. */
export interface AppSignature {
  readonly appId: string;
  /** The signature in Base64. */
  readonly signature: string | undefined;
  readonly signed: string | undefined;
  /** The time of the signature in milliseconds since 1970, as text. */
  readonly timestamp: string | undefined;
}

export interface AppSignatureService {
  /**
   * Resolves to the app that signed the request. Rejects with `BadRequest` if the signature is incomplete or outdated or the
   * app is unknown, with `Unauthorized` if the signature is wrong, and with `Forbidden` if the app is not trusted or calls
   * from another host. `address` is the client's, see `RequireAppHost`; `any host` if the app signed for the browser of a person.
   */
  verify(headers: AppSignature, address: string | 'any host' | undefined): Promise<AppRecord>;
  /**
   * Remembers that the app made a call with a verified signature, also after a restart. Rejects with `Unauthorized` if it
   * made the same call with the same signature before. Other calls may have the same signature, because some apps sign
   * only their ID and the time in seconds. `digest` identifies the call.
   */
  requireNew(app: AppRecord, headers: AppSignature, digest: string): Promise<void>;
}

interface CompleteSignature {
  readonly signature: Buffer;
  readonly signed: string;
  readonly timestamp: number;
}

function requireComplete({ signature, signed, timestamp }: AppSignature): CompleteSignature {
  const parts = { 'X-Edu-App-Sig': signature, 'X-Edu-App-Signed': signed, 'X-Edu-App-Ts': timestamp };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined || value === '' ? [name] : []));
  if (signature === undefined || signed === undefined || timestamp === undefined || missing.length > 0) {
    throw badRequest(`The signature of the app is incomplete. Add the missing headers: ${missing.join(', ')}.`);
  }
  if (!/^\d{1,15}$/.test(timestamp)) throw badRequest('X-Edu-App-Ts must be the time in milliseconds since 1970.');
  if (!signed.includes(timestamp)) {
    throw badRequest(
      'The signed text (X-Edu-App-Signed) must contain the timestamp that X-Edu-App-Ts has. Sign a text that includes it.',
    );
  }
  return { signature: Buffer.from(signature, 'base64'), signed, timestamp: Number(timestamp) };
}

function requireTrusted(app: AppRecord): void {
  if (isTrusted(app)) return;
  throw new RepositoryError(
    'Forbidden',
    `The app ${app.id} is not trusted. Set trustedclient = true in its registration.`,
  );
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

export interface SignatureOptions {
  /** How old, or how far in the future, a timestamp may be, in milliseconds. An app's registration can set other limits. */
  readonly tolerance: number;
  readonly allowSha1: boolean;
}

function requireSignedBy(app: AppRecord, { signed, signature }: CompleteSignature, allowSha1: boolean): void {
  const publicKey = appProperty(app, 'public_key');
  if (publicKey === undefined)
    throw badRequest(`The app ${app.id} was registered without a public_key. Register it again with one.`);
  const key = appKey(publicKey);
  if (typeof key !== 'string' && isSignedBy(key, signed, signature, allowSha1)) return;
  const hashes = allowSha1 ? 'SHA-256 or SHA-1' : 'SHA-256 (SHA-1 is disabled on this server)';
  throw new RepositoryError(
    'Unauthorized',
    `The signature does not match the signed text and the public key of the app. Sign with RSA and ${hashes}.`,
  );
}

/** A call is remembered for this many milliseconds after its signature becomes outdated, in case the clock is set back. */
const replayMargin = 24 * 3_600_000;

const repeated = (): RepositoryError =>
  new RepositoryError(
    'Unauthorized',
    'The same call was sent with this signature before. Create a new signature for each call.',
  );

export function createAppSignatureService(
  seams: Pick<Seams, 'store' | 'clock' | 'hosts'>,
  apps: Pick<AppService, 'find'>,
  { tolerance, allowSha1 }: SignatureOptions,
): AppSignatureService {
  const requireHost = createRequireAppHost(seams);

  const requireKnown = async (id: string): Promise<AppRecord> => {
    const app = await apps.find(id);
    if (app === undefined)
      throw badRequest(`The app ${id.slice(0, 100)} is not registered. Ask an administrator to register it.`);
    return app;
  };

  const requireFresh = (app: AppRecord, { timestamp }: CompleteSignature): void => {
    const { past, future } = toleranceOf(app, tolerance);
    const age = seams.clock.now().getTime() - timestamp;
    if (age <= past && age >= -future) return;
    const offset = age > 0 ? `${seconds(age)} seconds old` : `${seconds(-age)} seconds in the future`;
    throw badRequest(
      `The signature is ${offset}. Create a new one for each request, and compare the clocks of both machines.`,
    );
  };

  return {
    async verify(headers, address) {
      const app = await requireKnown(headers.appId);
      const complete = requireComplete(headers);
      requireFresh(app, complete);
      requireSignedBy(app, complete, allowSha1);
      requireTrusted(app);
      if (address !== 'any host') await requireHost(app, address);
      return app;
    },
    async requireNew(app, headers, digest) {
      const { signed, timestamp } = requireComplete(headers);
      // The key has the signed text, because the same signature can be encoded in many ways.
      const key = `${app.id}/${hashOfSecret(signed)}/${digest}`;
      const endsAt = timestamp + toleranceOf(app, tolerance).past + 1 + replayMargin;
      await seams.store.change(async (change) => {
        if (await change.replays.has(key)) throw repeated();
        change.replays.put(key, { endsAt });
      });
    },
  };
}
