// No argument can carry this character in from outside: the system ends arguments with it.
const shield = '\u0000';

const specialId = /^-[a-z_]+-$/;

/** Keeps ids such as `-userhome-` from being taken for options. */
export const shieldSpecialIds = (words: readonly string[]): string[] =>
  words.map((word) => (specialId.test(word) ? shield + word : word));

/** The text as it was written. */
export const unshield = (text: string): string => text.replaceAll(shield, '');

/** The options as they were written; numbers and flags stay what they are. */
export function unshieldFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return unshield(value);
    return Array.isArray(value) ? value.map(plain) : value;
  };
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, plain(value)]));
}
