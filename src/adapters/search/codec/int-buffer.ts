/** A growable array of numbers below 2^32. Elements beyond `length` have no meaning. */
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

/** The numbers that were added, as a view that is valid until the next change. */
export const viewOf = ({ numbers, length }: GrowingNumbers): Uint32Array => numbers.subarray(0, length);

/** A copy of the numbers that were added. */
export const writtenNumbers = ({ numbers, length }: GrowingNumbers): Uint32Array => numbers.slice(0, length);
