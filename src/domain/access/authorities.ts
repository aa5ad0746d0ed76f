import { nodeNameProblem } from '../text/node-name.ts';

/** Whom an entry of an access control list names (AuthorityType, 2.1). */
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

/** The name under which a group is stored: callers write it with or without its prefix. */
export const groupNameOf = (name: string): string => (name.startsWith(groupPrefix) ? name : `${groupPrefix}${name}`);

/** The name under which an authority is stored: callers write `EVERYONE`, or a group without its prefix. */
export function authorityNameOf(name: string, type: AuthorityType | undefined): string {
  switch (type) {
    case 'EVERYONE':
      return everyone;
    case 'OWNER':
      return owner;
    case 'GUEST':
      return guest;
    case 'GROUP':
      return groupNameOf(name);
    case 'USER':
    case undefined:
      return name === 'EVERYONE' ? everyone : name;
  }
}

/** The name of a group as people say it. */
export const bareGroupName = (name: string): string =>
  name.startsWith(groupPrefix) ? name.slice(groupPrefix.length) : name;

const userNameForm = /^[^\s/\p{Cc}\p{Cf}:][^/\p{Cc}\p{Cf}:]{0,98}[^\s/\p{Cc}\p{Cf}:]$|^[^\s/\p{Cc}\p{Cf}:]$/u;

/**
 * Why a text cannot be the name of a person, or undefined when it can: 1 to 100 characters, no `/` or `:` (Basic
 * sign-in ends the name at it), no control characters, no space at either end, none of the names with a meaning.
 */
export function userNameProblem(name: string): string | undefined {
  if (!userNameForm.test(name)) {
    return 'A user name has 1 to 100 characters, without «/», «:», control characters, or a space at its ends.';
  }
  // It names the home folder too.
  const problem = nodeNameProblem(name);
  if (problem !== undefined) return problem;
  if (hasMeaning(name)) return `«${name}» has a meaning of its own and cannot be a user name.`;
  return undefined;
}

const hasMeaning = (name: string): boolean =>
  /^(?:GROUP_|ROLE_)/.test(name) || /^-.*-$/.test(name) || name === 'EVERYONE';

/** Why a text cannot be the name of a group, its prefix left out, or undefined when it can: as for names of people. */
export function groupNameProblem(name: string): string | undefined {
  if (!userNameForm.test(name) || !name.isWellFormed()) {
    return 'The name of a group has 1 to 100 characters, without «/», «:», control characters, or a space at its ends.';
  }
  if (hasMeaning(name)) return `«${name}» has a meaning of its own and cannot be the name of a group.`;
  return undefined;
}
