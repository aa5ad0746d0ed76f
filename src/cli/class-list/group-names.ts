const form = /^[^\s/\p{Cc}\p{Cf}:](?:[^/\p{Cc}\p{Cf}:]{0,98}[^\s/\p{Cc}\p{Cf}:])?$/u;

const hasMeaning = (name: string): boolean =>
  /^(?:GROUP_|ROLE_)/.test(name) || /^-.*-$/.test(name) || name === 'EVERYONE';

/**
 * Why no group can have this name, or undefined where one can. It is the rule of the repository, asked before anybody
 * is made: a row whose group is refused in the middle would leave an account behind.
 */
export function groupNameProblem(name: string): string | undefined {
  if (hasMeaning(name)) return `«${name}» has a meaning of its own and cannot be the name of a group.`;
  if (form.test(name) && name.isWellFormed()) return undefined;
  return `«${name}» cannot be the name of a group: 1 to 100 characters, without / and : and control characters.`;
}
