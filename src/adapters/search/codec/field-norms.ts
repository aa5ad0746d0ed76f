/** Each length up to this one has its own code. */
const maxExact = 64;
/** Longer lengths share codes: this many for each doubling. */
const codesPerDoubling = 16;

/**
 * Codes a length (a number of words) as one byte: exact up to 64, then with an error of up to 5 %. Lengths of 250,000
 * and more share the last code.
 */
export const fieldNorm = (length: number): number =>
  length <= maxExact ? length : Math.min(255, maxExact + Math.floor(codesPerDoubling * Math.log2(length / maxExact)));

/** The length that each code means. */
export const fieldNorms: Float64Array = Float64Array.from({ length: 256 }, (_, code) =>
  code <= maxExact ? code : maxExact * 2 ** ((code - maxExact) / codesPerDoubling),
);
