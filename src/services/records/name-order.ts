const collator = new Intl.Collator('de', { numeric: true });

/** Compares texts in German order: ä next to a, 2 before 10. May return 0 for different texts, such as 1 and 01. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

/** Like `compareTexts`, but returns 0 only for identical names, so that the order is always the same. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  const order = collator.compare(a, b);
  if (order !== 0) return order;
  return a < b ? -1 : 1;
}

export const byName =
  <T>(nameOf: (value: T) => string) =>
  (a: T, b: T): number =>
    compareNames(nameOf(a), nameOf(b));
