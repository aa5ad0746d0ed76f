import { z } from 'zod';
import { nearestOf } from '../../base/nearest.ts';
import { metadataIdProblem } from '../../domain/metadata/metadata-id.ts';
import { isTree } from './yaml-text.ts';

const unknownKeys = (shape: z.ZodRawShape, keys: readonly string[]): string =>
  keys
    .map(
      (key) => `${key.slice(0, 60)} is not a valid key here; the nearest one is ${nearestOf(Object.keys(shape), key)}`,
    )
    .join('; ');

/** An object with these keys and no others. The message about an unknown key names the nearest known one. */
export const checkedKeys = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return unknownKeys(shape, issue.keys);
      return `must be a map with keys such as ${Object.keys(shape).slice(0, 4).join(', ')}`;
    },
  });

const expected = (what: string) => ({ error: `must be ${what}` });

/** Numbers and booleans are accepted as text, because YAML parses a key such as 100 or a size of a field as one of these. */
export const text = z.preprocess(
  (input) => (typeof input === 'number' || typeof input === 'boolean' ? String(input) : input),
  z.string(expected('a text')).max(200_000, 'is longer than 200,000 characters'),
);

export const name = text.pipe(z.string().min(1, 'is empty').max(500, 'is longer than 500 characters'));

export const flag = z.boolean(expected('true or false'));

export const number = z.number(expected('a number'));

/** The ID of a set or a list in URLs and file names. */
export const id = text.pipe(
  z.string().check(({ value, issues }) => {
    const message = metadataIdProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  }),
);

export const oneOf = <const T extends readonly string[]>(...words: T) => z.enum(words, expected(words.join(' or ')));

export const listOf = <T extends z.ZodType>(entry: T) => z.array(entry, expected('a list'));

/** A list. A single entry may be written without brackets. */
export const oneOrMore = <T extends z.ZodType>(entry: T) =>
  z.preprocess((input) => (input === undefined || Array.isArray(input) ? input : [input]), z.array(entry));

/** Any keys with such values. The keys are those of a Map, since an object cannot have every key: not `__proto__`. */
export const mapOf = <T extends z.ZodType>(entry: T) =>
  z.preprocess(
    (input) => (isTree(input) && !(input instanceof Map) ? new Map(Object.entries(input)) : input),
    z.map(z.string(), entry, expected('a map of keys and values')),
  );
