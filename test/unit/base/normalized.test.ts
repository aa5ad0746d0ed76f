import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalized } from '../../../src/base/normalized.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe.each(forms)('%s', (form) => {
  test('is what the language makes of any text', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', 'ä', '\u0301', '\u0316', 'ﬁ', '가'), fc.string()) });
    fc.assert(
      fc.property(text, (one) => {
        expect(normalized(one, form)).toBe(one.normalize(form));
      }),
    );
  });

  test('keeps every mark of more than 30 on a letter, and what follows', () => {
    const many = `a${'\u0301\u0316'.repeat(40)}b`;
    const result = normalized(many, form);
    expect([...result].filter((letter) => letter === '\u0316')).toHaveLength(40);
    expect(result.endsWith('b')).toBe(true);
    expect(normalized(result, form).length).toBe(result.length);
  });

  test('of a million marks is there at once', () => {
    const many = `a${'\u0301\u0316'.repeat(500_000)}`;
    expect(normalized(many, form).length).toBeGreaterThan(999_000);
  });
});
