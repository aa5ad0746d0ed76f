import { nodeNameProblem } from '../../base/node-name.ts';

/** The kind of an authority in an ACL (AuthorityType, contract 2.1). */
export type AuthorityType = 'USER' | 'GROUP' | 'OWNER' | 'EVERYONE' | 'GUEST';

export const everyone = 'GROUP_EVERYONE';
export const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';
export const owner = 'ROLE_OWNER';
export const guest = 'ROLE_GUEST';

const groupPrefix = 'GROUP_';

export function authorityTypeOf(name: string): AuthorityType {
  if (name === everyone) return 'EVERYONE';
  if (name === owner) return 'OWNER';
  if (name === guest) return 'GUEST';
  return name.startsWith(groupPrefix) ? 'GROUP' : 'USER';
}

/** The stored name of a group. Callers may omit the prefix. */
export const groupNameOf = (name: string): string => (name.startsWith(groupPrefix) ? name : `${groupPrefix}${name}`);

/** The types with a single authority. */
const specialAuthorities: Partial<Record<AuthorityType, string>> = { EVERYONE: everyone, OWNER: owner, GUEST: guest };

/**
 * The stored name of an authority. Callers may write `EVERYONE`, `OWNER` or `GUEST` for the only authority of these types, and a group
 * without its prefix. Undefined for another name with one of these types: it could mean a person or everyone.
 */
export function authorityNameOf(name: string, type: AuthorityType | undefined): string | undefined {
  if (type === 'GROUP') return groupNameOf(name);
  const special = type === undefined ? undefined : specialAuthorities[type];
  if (special !== undefined) return name === special || name.toUpperCase() === type ? special : undefined;
  return name === 'EVERYONE' ? everyone : name;
}

/** The name of a group without its prefix. */
export const bareGroupName = (name: string): string =>
  name.startsWith(groupPrefix) ? name.slice(groupPrefix.length) : name;

const userNameForm = /^[^\s/\p{Cc}\p{Cf}:][^/\p{Cc}\p{Cf}:]{0,98}[^\s/\p{Cc}\p{Cf}:]$|^[^\s/\p{Cc}\p{Cf}:]$/u;

/**
 * Why a text cannot be a user name, or undefined if it can. A user name has 1 to 100 characters, no `/`, no `:` (in Basic
 * authentication it ends the name), no control characters, and no space at either end. Reserved names are excluded.
 */
export function userNameProblem(name: string): string | undefined {
  if (!userNameForm.test(name)) {
    return 'A user name must have 1 to 100 characters, without "/", ":", control characters, or a space at either end.';
  }
  // A user name is also the name of the home folder.
  const problem = nodeNameProblem(name);
  if (problem !== undefined) return problem;
  if (isReserved(name)) return `"${name}" is reserved and cannot be a user name. Choose another one.`;
  return undefined;
}

const isReserved = (name: string): boolean =>
  /^(?:GROUP_|ROLE_)/.test(name) || /^-.*-$/.test(name) || name === 'EVERYONE';

/** Why a text cannot be the name of a group (without its prefix), or undefined if it can. The rules are those of user names. */
export function groupNameProblem(name: string): string | undefined {
  if (!userNameForm.test(name) || !name.isWellFormed()) {
    return 'A group name must have 1 to 100 characters, without "/", ":", control characters, or a space at either end.';
  }
  if (isReserved(name)) return `"${name}" is reserved and cannot be a group name. Choose another one.`;
  return undefined;
}
