import { RepositoryError } from '../../base/errors/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { groupNameOf } from '../../domain/access/authorities.ts';
import type { Identity } from '../sign-in/identity.ts';

const signInFirst = (message: string): RepositoryError => new RepositoryError('Unauthorized', message);

const refusals = {
  'self-or-admin': 'Only this person and administrators may do this. Ask an administrator.',
  'member-or-admin': 'Only members of this group and administrators may do this. Ask an administrator.',
  'app-or-admin':
    'Only the app itself and administrators may do this. Sign the call as the app, or ask an administrator.',
  admin: 'Only an administrator may call this operation. Sign in as one, or ask one.',
} as const;

/** Checks the access level of an operation. Services check the rights on nodes. Throws `Unauthorized` or `Forbidden`. */
export function requireAccess(
  operation: Operation,
  identity: Identity,
  params: Readonly<Record<string, string>>,
): void {
  if (operation.access === 'public') return;
  const { caller, by } = identity;
  if (identity.refusal !== undefined) throw identity.refusal;
  const byApp = operation.access === 'app-or-user' || operation.access === 'app-or-admin';
  if (by === 'failed')
    throw signInFirst('The sign-in failed: the credentials in the header are wrong or have expired. Sign in again.');
  // The service decides what the app may do.
  if (caller.usage !== undefined || (byApp && identity.app !== undefined)) return;
  if (caller.kind === 'anonymous') throw signInFirst('Sign in first: this repository has no guests.');
  if (operation.access === 'guest') return;
  if (caller.kind === 'guest') throw signInFirst('Sign in first: guests may only read.');
  if (operation.access === 'user' || operation.access === 'app-or-user' || caller.isAdmin) return;
  if (operation.access === 'self-or-admin' && (params['person'] === '-me-' || params['person'] === caller.userName)) {
    return;
  }
  if (operation.access === 'member-or-admin' && caller.authorities.has(groupNameOf(params['group'] ?? ''))) return;
  throw new RepositoryError('Forbidden', refusals[operation.access]);
}
