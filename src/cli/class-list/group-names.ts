const form = /^[^\s/\p{Cc}\p{Cf}:](?:[^/\p{Cc}\p{Cf}:]{0,98}[^\s/\p{Cc}\p{Cf}:])?$/u;

const hasMeaning = (name: string): boolean =>
  /^(?:GROUP_|ROLE_)/.test(name) || /^-.*-$/.test(name) || name === 'EVERYONE';

/**
 * Why a group cannot have this name; undefined if it can. The repository has the same rule. It is checked here before
 * accounts are created, because a group refused later would leave an account without its group.
 */
export function groupNameProblem(name: string): string | undefined {
  if (hasMeaning(name)) return `"${name}" is reserved and cannot be the name of a group.`;
  if (form.test(name) && name.isWellFormed()) return undefined;
  return `"${name}" cannot be the name of a group. A name has 1 to 100 characters, without /, : and control characters.`;
}
