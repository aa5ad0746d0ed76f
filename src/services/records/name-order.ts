const collator = new Intl.Collator('de', { numeric: true });

/** Compares texts as German readers expect it: ä beside a, 2 before 10. 0 also for texts that only read alike. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

/** The same, but names that read alike still have one order, whatever the request. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  const order = collator.compare(a, b);
  if (order !== 0) return order;
  return a < b ? -1 : 1;
}

/** Orders by name. */
export const byName =
  <T>(nameOf: (value: T) => string) =>
  (a: T, b: T): number =>
    compareNames(nameOf(a), nameOf(b));
