// No argument can carry this character in from outside: the system ends arguments with it.
const shield = '\u0000';

const specialId = /^-[a-z_]+-$/;

const descendingOrder = /^-[A-Za-z{][^=]+$/;

/** Keeps ids such as `-userhome-`, and orders such as `--sort -modified`, from being taken for options. */
export const shieldSpecialIds = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const isOrder = words[at - 1] === '--sort' && descendingOrder.test(word) && !word.startsWith('--');
    return specialId.test(word) || isOrder ? shield + word : word;
  });

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
