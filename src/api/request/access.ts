import { RepositoryError } from '../../base/errors/errors.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import { groupNameOf } from '../../domain/access/authorities.ts';
import type { Identity } from '../sign-in/identity.ts';

const signInFirst = (message: string): RepositoryError => new RepositoryError('Unauthorized', message);

type NamingAccess = 'self-or-admin' | 'self-guest-or-admin' | 'member-or-admin' | 'app-or-admin' | 'admin';

const notThisPerson = 'Only this person and administrators may do this. Ask an administrator.';

const refusals: Readonly<Record<NamingAccess, string>> = {
  'self-or-admin': notThisPerson,
  'self-guest-or-admin': notThisPerson,
  'member-or-admin': 'Only members of this group and administrators may do this. Ask an administrator.',
  'app-or-admin':
    'Only the app itself and administrators may do this. Sign the call as the app, or ask an administrator.',
  admin: 'Only an administrator may call this operation. Sign in as one, or ask one.',
};

/** Whether the caller needs no person: the app that signed the call is enough, and services decide what it may do. */
function isEnoughByApp({ access }: Operation, { caller, app }: Identity): boolean {
  if (caller.usage !== undefined) return true;
  return app !== undefined && (access === 'app-or-user' || access === 'app-or-admin');
}

/** Requires a signed-in person, or a guest if the operation allows guests. */
function requireSignedIn({ access }: Operation, { caller }: Identity, params: Readonly<Record<string, string>>): void {
  if (caller.kind === 'anonymous') throw signInFirst('Sign in first: this repository has no guests.');
  // Only `-me-` is the guest: a person may have the same user name.
  const isOpen = access === 'guest' || (access === 'self-guest-or-admin' && params['person'] === '-me-');
  if (caller.kind === 'guest' && !isOpen) throw signInFirst('Sign in first: guests may only read.');
}

/** Whether the access level names the people who may call the operation. */
const isNaming = (access: Access): access is NamingAccess => access in refusals;

/** Requires one of the people whom the access level names. */
function requireNamed(operation: Operation, { caller }: Identity, params: Readonly<Record<string, string>>): void {
  if (caller.isAdmin || !isNaming(operation.access)) return;
  const isOwn = params['person'] === '-me-' || params['person'] === caller.userName;
  if (isOwn && (operation.access === 'self-or-admin' || operation.access === 'self-guest-or-admin')) return;
  if (operation.access === 'member-or-admin' && caller.authorities.has(groupNameOf(params['group'] ?? ''))) return;
  throw new RepositoryError('Forbidden', refusals[operation.access]);
}

/** Checks the access level of an operation. Services check the rights on nodes. Throws `Unauthorized` or `Forbidden`. */
export function requireAccess(
  operation: Operation,
  identity: Identity,
  params: Readonly<Record<string, string>>,
): void {
  if (operation.access === 'public') return;
  if (identity.refusal !== undefined) throw identity.refusal;
  if (identity.by === 'failed')
    throw signInFirst('The sign-in failed: the credentials in the header are wrong or have expired. Sign in again.');
  if (isEnoughByApp(operation, identity)) return;
  requireSignedIn(operation, identity, params);
  requireNamed(operation, identity, params);
}
