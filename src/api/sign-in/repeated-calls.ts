import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import { isReading, type Operation } from '../../contract/operation.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { Services } from '../../services/services.ts';
import { isAppHeader } from './app-headers.ts';
import { appSignatureOf } from './app-signature.ts';
import type { Identity } from './identity.ts';

/**
 * Rejects with `Unauthorized` if an app signed the call, the same call was sent with the same signature before, and repeating
 * it could have another effect. Call this when the body is read, and before the call is handled.
 */
export type RequireNewCall = (call: Call, identity: Identity) => Promise<void> | undefined;

const isRepeatable = (operation: Operation): boolean => isReading(operation) || operation.repeatable === true;

/** The parameters without the signature, which has many forms, in the order of their names. */
const parametersOf = (query: Call['query']): readonly unknown[] =>
  Object.entries(query)
    .filter(([name]) => !isAppHeader(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** An upload is a stream that can be read only once, so its name and type stand for it. */
function bodyOf(operation: Operation, body: unknown): unknown {
  if (operation.body?.kind !== 'upload' || typeof body !== 'object' || body === null) return body ?? null;
  const { name, mimeType } = body as { readonly name?: unknown; readonly mimeType?: unknown };
  return { name, mimeType };
}

/**
 * What makes two calls the same: operation, path, query, body and person. The operation stands for the method, because some
 * operations have several.
 */
function digestOf({ operation, params, query, body }: Call, { caller }: Identity): string {
  const path = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [operation, path, parametersOf(query), bodyOf(operations[operation], body), caller.userName];
  return hashOfSecret(JSON.stringify(parts));
}

export const createRequireNewCall =
  ({ appSignatures, logRefusedSignIn }: Pick<Services, 'appSignatures' | 'logRefusedSignIn'>): RequireNewCall =>
  (call, identity) => {
    if (identity.app === undefined || isRepeatable(operations[call.operation])) return undefined;
    const signature = appSignatureOf(call);
    return (
      signature &&
      appSignatures.requireNew(identity.app, signature, digestOf(call, identity)).catch((error: unknown) => {
        logRefusedSignIn({ reason: 'app signature: repeated call', address: call.clientAddress });
        throw error;
      })
    );
  };
