/** Up to here each length has a code of its own. */
const maxExact = 64;
/** Beyond, so many codes stand for each doubling. */
const codesPerDoubling = 16;

/** A number of words as one byte: exact up to 64, then with an error of up to 5 %; 250,000 and more are all the same. */
export const fieldNorm = (length: number): number =>
  length <= maxExact ? length : Math.min(255, maxExact + Math.floor(codesPerDoubling * Math.log2(length / maxExact)));

/** For each code the number of words it stands for. */
export const fieldNorms: Float64Array = Float64Array.from({ length: 256 }, (_, code) =>
  code <= maxExact ? code : maxExact * 2 ** ((code - maxExact) / codesPerDoubling),
);
