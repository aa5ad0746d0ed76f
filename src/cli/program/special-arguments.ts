// A process argument cannot contain NUL.
const shield = '\u0000';

const specialId = /^-[a-z_]+-$/;

const descendingOrder = /^-[A-Za-z{][^=]+$/;

/** Marks IDs such as `-userhome-` and sort orders such as `--sort -modified`, which commander would parse as options. */
export const shieldSpecialIds = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const isOrder = words[at - 1] === '--sort' && descendingOrder.test(word) && !word.startsWith('--');
    return specialId.test(word) || isOrder ? shield + word : word;
  });

/** Removes the marks from a text. */
export const unshield = (text: string): string => text.replaceAll(shield, '');

/** Removes the marks from option values. Numbers and flags stay as they are. */
export function unshieldFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return unshield(value);
    return Array.isArray(value) ? value.map(plain) : value;
  };
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, plain(value)]));
}
