// No capitals and no similar characters, because children type these passwords from paper.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The number of random bytes in a password. */
export const readablePasswordBytes = 10;

/** Writes random bytes as a password of groups of four lower-case letters and digits. Each letter has 5 bits. */
export function readablePassword(bytes: Uint8Array): string {
  const bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const letters = Array.from(
    { length: (bytes.length * 8) / 5 },
    (_, at) => alphabet[Number((bits >> BigInt(at * 5)) & 31n)],
  );
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}
