import { usageFailure } from '../program/failure.ts';

/** Properties as a command line gives them; null takes one away. */
export type PropertyFlags = Readonly<Record<string, string[] | null>>;

/** Collects a repeatable option. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/**
 * Reads `name=value` words into properties. A name that occurs several times gets several values, in this order; each
 * name in `removed` is taken away.
 */
export function readProperties(pairs: readonly string[], removed: readonly string[] = []): PropertyFlags {
  const values = new Map<string, string[] | null>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) {
      throw usageFailure(
        `«${pair}» is no property.`,
        'A property is written as its name, =, and the value.',
        "Try: --property 'cclom:title=Brüche kürzen'",
      );
    }
    const name = pair.slice(0, equals);
    values.set(name, [...(values.get(name) ?? []), pair.slice(equals + 1)]);
  }
  for (const name of removed) values.set(name, null);
  // Own properties only, whatever the names are: `fromEntries` defines, it does not assign.
  return Object.fromEntries(values);
}
