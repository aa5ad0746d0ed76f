import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { plainIssue } from '../../../src/contract/plain-issue.ts';

const many = Array.from({ length: 20 }, (_, index) => `value ${index}`) as [string, ...string[]];

const cases: readonly (readonly [what: string, schema: z.ZodType, value: unknown, message: string])[] = [
  ['a missing value', z.string(), undefined, 'is missing'],
  ['text for a number', z.number(), 'abc', 'must be a number, not text'],
  ['null for text', z.string(), null, 'must be text, not null'],
  ['a list for an object', z.object({}), [], 'must be an object, not a list'],
  ['an object for a list', z.array(z.string()), {}, 'must be a list, not an object'],
  ['a number for a record', z.record(z.string(), z.string()), 5, 'must be an object, not a number'],
  ['text for true or false', z.boolean(), 'yes', 'must be true or false, not text'],
  ['a fraction for a whole number', z.int(), 1.5, 'must be a whole number'],
  ['text for a whole number', z.int(), 'x', 'must be a number, not text'],
  ['no number', z.number(), Number.NaN, 'must be a number'],
  ['a number that is too low', z.number().min(0), -1, 'must be at least 0'],
  ['a number that is too high', z.number().max(65_535), 99_999, 'must be at most 65535'],
  ['a number at an excluded limit', z.number().gt(3), 3, 'must be greater than 3'],
  ['empty text', z.string().min(1), '', 'must not be empty'],
  ['text that is too long', z.string().max(3), 'four', 'must have at most 3 characters'],
  ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
  ['a list that is too short', z.array(z.string()).min(2), ['a'], 'must have at least 2 entries'],
  ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  ['one of two values', z.enum(['AND', 'OR']), 'XOR', 'must be "AND" or "OR"'],
  ['one of three values', z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
  ['the only value', z.literal('x'), 'y', 'must be "x"'],
  [
    'one of many values',
    z.enum(many),
    'x',
    `must be one of ${many
      .slice(0, 12)
      .map((each) => JSON.stringify(each))
      .join(', ')} …`,
  ],
  ['no UUID', z.uuid(), 'none', 'must be a UUID'],
  ['no URL', z.url(), 'none', 'must be a URL'],
  ['no time', z.iso.datetime(), 'none', 'must be a date and time such as 2026-05-31T08:00:00Z'],
  ['an unknown key', z.strictObject({}), { a: 1, b: 2 }, 'has unknown keys: a, b'],
  ['a number between multiples', z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  ['no form of a union', z.union([z.string(), z.number()]), true, 'has none of the accepted forms'],
  ['a message of the schema', z.string('must be a name'), 5, 'must be a name'],
  ['another form', z.string().regex(/^a$/), 'b', 'does not have the required form'],
  ['a missing value of several', z.enum(['a', 'b']), undefined, 'is missing'],
  ['text of another length', z.string().length(2), 'abc', 'must have exactly 2 characters'],
  ['what is not allowed', z.never(), 1, 'is not allowed here'],
  ['a wrong key of a record', z.record(z.string().regex(/^a$/), z.string()), { b: 'c' }, 'has an invalid key'],
];

describe('the message of a value', () => {
  test.for(cases)('for %s', ([, schema, value, message]) => {
    const { error } = schema.safeParse(value, { error: plainIssue });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test('never contains the value', () => {
    const schema = z.strictObject({ password: z.number(), list: z.array(z.enum(['a'])) });
    const { error } = schema.safeParse({ password: 'secret', list: ['secret'] }, { error: plainIssue });
    expect(error?.issues).toHaveLength(2);
    for (const { message } of error?.issues ?? []) expect(message).not.toContain('secret');
  });
});
