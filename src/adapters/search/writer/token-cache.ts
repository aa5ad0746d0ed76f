/**
 * An open-addressing hash table from tokens (the text between two separators, unfolded) to numbers. It finds a token by
 * its UTF-16 code units, so the caller need not create a string for it.
 */
export interface TokenCache {
  /** Four numbers per slot, see `slotWidth`. At least half of the slots are free. One array, for locality. */
  slots: Int32Array<ArrayBuffer>;
  /** The code units of all tokens, one after the other. */
  letters: Uint16Array<ArrayBuffer>;
  letterCount: number;
  /** The number of tokens. */
  count: number;
}

/** Maximum number of tokens. */
export const maxTokens = 1 << 17;

/** Maximum number of slots probed. Tokens crafted to collide are not cached, but folded every time. */
const maxProbes = 64;

/** A slot: the hash, the start of the letters, their count (0 if the slot is free), and the meaning. */
const slotWidth = 4;

export const createTokenCache = (): TokenCache => ({
  slots: new Int32Array(slotWidth << 9),
  letters: new Uint16Array(1 << 11),
  letterCount: 0,
  count: 0,
});

/** The slot of the token `units[start, end)`; -1 if it is not cached. */
export function findToken(cache: TokenCache, units: Uint16Array, start: number, end: number, hash: number): number {
  const { slots, letters } = cache;
  const mask = slots.length - 1;
  let slot = firstSlot(hash, mask);
  for (let probe = 0; probe < maxProbes; probe += 1) {
    const length = slots[slot + 2] as number;
    if (length === 0) return -1;
    if (
      slots[slot] === hash &&
      length === end - start &&
      hasLetters(letters, slots[slot + 1] as number, units, start, end)
    )
      return slot;
    slot = (slot + slotWidth) & mask;
  }
  return -1;
}

export const meaningOf = ({ slots }: TokenCache, slot: number): number => slots[slot + 3] as number;

function hasLetters(letters: Uint16Array, letter: number, units: Uint16Array, start: number, end: number): boolean {
  let at = letter;
  for (let from = start; from < end; from += 1) {
    if (letters[at] !== units[from]) return false;
    at += 1;
  }
  return true;
}

/** Adds the token `units[start, end)`, which must not be cached yet. Does nothing if too many tokens collide with it. */
export function rememberToken(
  cache: TokenCache,
  units: Uint16Array,
  start: number,
  end: number,
  hash: number,
  meaning: number,
): void {
  ensureCapacity(cache, end - start);
  const { slots, letters } = cache;
  const slot = freeSlot(slots, hash, maxProbes);
  if (slot < 0) return;
  slots[slot] = hash;
  slots[slot + 1] = cache.letterCount;
  slots[slot + 2] = end - start;
  slots[slot + 3] = meaning;
  cache.count += 1;
  for (let at = start; at < end; at += 1) {
    letters[cache.letterCount] = units[at] ?? 0;
    cache.letterCount += 1;
  }
}

function ensureCapacity(cache: TokenCache, length: number): void {
  if (cache.count * slotWidth * 2 >= cache.slots.length) cache.slots = doubledSlots(cache.slots);
  while (cache.letterCount + length > cache.letters.length) {
    const larger = new Uint16Array(cache.letters.length * 2);
    larger.set(cache.letters);
    cache.letters = larger;
  }
}

/** The lowest bits of the hash depend little on the first letters, so the upper half is mixed in. */
const firstSlot = (hash: number, mask: number): number => Math.imul(hash ^ (hash >>> 15), slotWidth) & mask;

/** The first free slot; -1 if none of the probed slots is free. */
function freeSlot(slots: Int32Array, hash: number, probes: number): number {
  const mask = slots.length - 1;
  let slot = firstSlot(hash, mask);
  for (let probe = 0; probe < probes; probe += 1) {
    if (slots[slot + 2] === 0) return slot;
    slot = (slot + slotWidth) & mask;
  }
  return -1;
}

/** The same tokens in twice as many slots. */
function doubledSlots(slots: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(slots.length * 2);
  for (let slot = 0; slot < slots.length; slot += slotWidth) {
    if (slots[slot + 2] === 0) continue;
    const to = freeSlot(larger, slots[slot] ?? 0, larger.length);
    for (let at = 0; at < slotWidth; at += 1) larger[to + at] = slots[slot + at] ?? 0;
  }
  return larger;
}
