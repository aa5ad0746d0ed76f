const collator = new Intl.Collator('de', { numeric: true });

/** Compares texts in German order: ä next to a, 2 before 10. Returns 0 for texts that differ only in code points. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

/** Like `compareTexts`, but returns 0 only for identical names, so that the order is always the same. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  const order = collator.compare(a, b);
  if (order !== 0) return order;
  return a < b ? -1 : 1;
}

/** A comparison function for `sort`. */
export const byName =
  <T>(nameOf: (value: T) => string) =>
  (a: T, b: T): number =>
    compareNames(nameOf(a), nameOf(b));
