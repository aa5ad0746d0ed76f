import fc from 'fast-check';

const counted = (count: number, make: (at: number) => readonly [string, string]) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Heads that are long, or have many headers: up to the limits, and beyond them. */
const hostileHeads: readonly (readonly (readonly [string, string])[])[] = [
  counted(60, (at) => [`X-${at}`, 'y']),
  counted(120, (at) => [`X-${at}`, 'y']),
  counted(1_100, (at) => [`A-${at}`, 'y']),
  counted(3_000, () => ['X-Forwarded-For', '6.6.6.6']),
  counted(50, () => ['Cookie', 'a=b; '.repeat(100)]),
  [['Cookie', 'a=b; '.repeat(3_000)]],
  [['Cookie', 'a=b; '.repeat(12_000)]],
  [['Accept', 'text/html;q=0,'.repeat(1_000)]],
  [['If-None-Match', '"a",'.repeat(3_500)]],
  [['X-Forwarded-For', '6.6.6.6,'.repeat(2_000)]],
  [['Range', `bytes=1-${'\t'.repeat(15_000)}x`]],
  [['Accept-Language', 'de-DE,'.repeat(2_500)]],
];

/** Queries that are long, or have many parameters: up to the limits, and beyond them. */
const hostileQueries: readonly (readonly (readonly [string, string])[])[] = [
  counted(190, () => ['a', '']),
  counted(190, (at) => [`a${at}`, 'b']),
  counted(400, (at) => [`a${at}`, 'b']),
  counted(20_000, () => ['a', '']),
  [['__proto__', 'a']],
  [['a', 'b'.repeat(7_000)]],
  [['a', 'b'.repeat(40_000)]],
  [['a', ','.repeat(2_000)]],
];

export const hostileHead: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.constantFrom(...hostileHeads);

export const hostileQuery: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.constantFrom(...hostileQueries);
