/** Numbers in the narrowest width that holds them all. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** An array for `count` numbers up to `highest`, in the narrowest width that holds them. */
export function numbersUpTo(highest: number, count: number): Numbers {
  if (highest <= 0xff) return new Uint8Array(count);
  return highest <= 0xffff ? new Uint16Array(count) : new Uint32Array(count);
}

/** The same numbers in the narrowest width that holds numbers up to `highest`. */
export function packed(numbers: ArrayLike<number>, highest: number): Numbers {
  const narrow = numbersUpTo(highest, numbers.length);
  narrow.set(numbers);
  return narrow;
}
