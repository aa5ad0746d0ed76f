const form = /^[^\s/\p{Cc}\p{Cf}:](?:[^/\p{Cc}\p{Cf}:]{0,98}[^\s/\p{Cc}\p{Cf}:])?$/u;

const isReserved = (name: string): boolean =>
  /^(?:GROUP_|ROLE_)/.test(name) || /^-.*-$/.test(name) || name === 'EVERYONE';

/**
 * Why a group cannot have this name; undefined if it can. The repository has the same rule, but would refuse the group
 * only after the account of its first member was created.
 */
export function groupNameProblem(name: string): string | undefined {
  if (isReserved(name)) return `"${name}" is reserved and cannot be the name of a group. Choose another name.`;
  if (form.test(name) && name.isWellFormed()) return undefined;
  return `"${name}" cannot be the name of a group. Use 1 to 100 characters, without /, : or control characters.`;
}
