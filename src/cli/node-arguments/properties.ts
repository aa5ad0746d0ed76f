import { usageFailure } from '../program/failure.ts';

/** Properties from the command line. Null removes a property. */
export type PropertyFlags = Readonly<Record<string, string[] | null>>;

export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/**
 * Parses `name=value` arguments. A repeated name gets several values, in order. Each name in `removed` gets null. Throws a
 * usage failure for an argument without a name.
 */
export function readProperties(pairs: readonly string[], removed: readonly string[] = []): PropertyFlags {
  const values = new Map<string, string[] | null>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) {
      throw usageFailure(
        `"${pair}" is not a property.`,
        'Write a property as NAME=VALUE.',
        "For example: --property 'cclom:title=Brüche kürzen'",
      );
    }
    const name = pair.slice(0, equals);
    values.set(name, [...(values.get(name) ?? []), pair.slice(equals + 1)]);
  }
  for (const name of removed) values.set(name, null);
  // `fromEntries` defines own properties, so a name such as `__proto__` is safe.
  return Object.fromEntries(values);
}
