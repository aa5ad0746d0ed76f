/** Numbers below 2^32 that are added to at their end; beyond `length` they mean nothing. */
export interface GrowingNumbers {
  numbers: Uint32Array;
  length: number;
}

export const growingNumbers = (capacity = 1024): GrowingNumbers => ({ numbers: new Uint32Array(capacity), length: 0 });

export function pushNumber(to: GrowingNumbers, number: number): void {
  const { length } = to;
  if (length === to.numbers.length) {
    const larger = new Uint32Array(length * 2);
    larger.set(to.numbers);
    to.numbers = larger;
  }
  to.numbers[length] = number;
  to.length = length + 1;
}

/** What was added, with no room behind it. */
export const writtenNumbers = ({ numbers, length }: GrowingNumbers): Uint32Array => numbers.slice(0, length);
