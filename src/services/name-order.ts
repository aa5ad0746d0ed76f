const collator = new Intl.Collator('de', { numeric: true });

/** Orders by name as German readers expect it. Names that read alike still have one order, whatever the request. */
export const byName =
  <T>(nameOf: (value: T) => string) =>
  (a: T, b: T): number => {
    const left = nameOf(a);
    const right = nameOf(b);
    const order = collator.compare(left, right);
    if (order !== 0) return order;
    return left < right ? -1 : 1;
  };
