import { badRequest } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import { isReading, type Operation } from '../../contract/operation.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { Services } from '../../services/services.ts';
import { parseInput } from '../request/parse-input.ts';
import { isAppHeader } from './app-headers.ts';
import { appSignatureOf } from './app-signature.ts';
import type { Identity } from './identity.ts';

/**
 * Rejects with `Unauthorized` if an app signed the call, the same call was sent with the same signature before, and repeating
 * it could have another effect. Throws `BadRequest` if such a call is not valid, or has unknown parameters. Call this when the body is
 * read, and before the call is handled.
 */
export type RequireNewCall = (call: Call, identity: Identity) => Promise<void> | undefined;

const isRepeatable = (operation: Operation): boolean => isReading(operation) || operation.repeatable === true;

/**
 * Throws `BadRequest` for parameters that the operation does not have: a signed call must not be more than what is done. The
 * signature itself may be in the query.
 */
function requireKnownParameters({ query: schema }: Operation, query: Call['query']): void {
  const unknown = Object.keys(query).filter((name) => !isAppHeader(name) && !Object.hasOwn(schema?.shape ?? {}, name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => name.slice(0, 50)).slice(0, 5);
  throw badRequest(
    `A signed call must not have parameters that are unknown here: ${names.join(', ')}. Leave them out.`,
  );
}

/** An upload is a stream that can be read only once, so its name and type stand for it. */
function bodyOf(operation: Operation, body: unknown): unknown {
  if (operation.body?.kind !== 'upload' || typeof body !== 'object' || body === null) return body ?? null;
  const { name, mimeType } = body as { readonly name?: unknown; readonly mimeType?: unknown };
  return { name, mimeType };
}

/** Objects and maps as lists in the order of their keys, because another order says nothing else. */
function sorted(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  return entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/**
 * What makes two calls the same: operation, person, and the input that the handler gets. Whatever is not in that, such as an unknown
 * key of a body, another form of a number or a second value where one counts, makes no other call. The operation stands for the
 * method, because some operations have several.
 */
function digestOf(call: Call, { caller }: Identity): string {
  const operation: Operation = operations[call.operation];
  requireKnownParameters(operation, call.query);
  const { params, query, body } = parseInput(operation, call);
  const parts = [call.operation, params, query, bodyOf(operation, body), caller.userName];
  return hashOfSecret(JSON.stringify(parts, sorted));
}

export const createRequireNewCall =
  ({ appSignatures, logRefusedSignIn }: Pick<Services, 'appSignatures' | 'logRefusedSignIn'>): RequireNewCall =>
  (call, identity) => {
    if (identity.app === undefined || isRepeatable(operations[call.operation])) return undefined;
    const signature = appSignatureOf(call);
    if (signature === undefined) return undefined;
    return appSignatures.requireNew(identity.app, signature, digestOf(call, identity)).catch((error: unknown) => {
      logRefusedSignIn({ reason: 'app signature: repeated call', address: call.clientAddress });
      throw error;
    });
  };
