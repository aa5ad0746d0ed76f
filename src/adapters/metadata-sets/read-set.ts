import type { z } from 'zod';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { SetForm } from './set-schema.ts';
import { type Mistake, type Reading, readYamlText } from './yaml-text.ts';

/** What a schema found wrong, each with what it is about. */
export function* mistakesOf(
  error: z.ZodError,
  placeOf: (path: readonly PropertyKey[]) => string,
  above: readonly PropertyKey[] = [],
): Generator<Mistake> {
  for (const issue of error.issues) {
    const whole = [...above, ...issue.path];
    const place = placeOf(issue.code === 'unrecognized_keys' ? [...whole, issue.keys[0] ?? ''] : whole);
    yield { place, message: `${whole.map(String).join('.')} ${issue.message}`.trim() };
  }
}

const isTree = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Without keys that have no value, as where all that stood below one is commented out. */
export function withoutEmptyKeys(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutEmptyKeys);
  if (!isTree(given)) return given;
  const filled = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(filled.map(([key, value]) => [key, withoutEmptyKeys(value)]));
}

/** Where a file does not say which id it is about, its name does. */
export function withId(content: unknown, ownId: string | undefined): unknown {
  return isTree(content) && !Object.hasOwn(content, 'id') && ownId !== undefined ? { id: ownId, ...content } : content;
}

/**
 * Reads a set in our own form, YAML or JSON. `ownId` is its id where the text has none; its first line is the line `firstLine`
 * of the file.
 */
export function readSetText(text: string, file: string, ownId?: string, firstLine = 1): Reading<MetadataSet> {
  const read = readYamlText(text, file, firstLine);
  if ('mistakes' in read) return read;
  const { content, placeOf } = read.value;
  const parsed = SetForm.safeParse(withId(withoutEmptyKeys(content), ownId));
  return parsed.success ? { value: parsed.data } : { mistakes: [...mistakesOf(parsed.error, placeOf)] };
}
