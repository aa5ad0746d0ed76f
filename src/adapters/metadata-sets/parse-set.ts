import type { z } from 'zod';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { SetForm } from './set-schema.ts';
import { isTree, type Mistake, type ParseResult, readYamlText } from './yaml-text.ts';

/** The mistakes in a schema's error, with their locations. `above` is the path of the checked value. */
export function* mistakesOf(
  error: z.ZodError,
  locationOf: (path: readonly PropertyKey[]) => string,
  above: readonly PropertyKey[] = [],
): Generator<Mistake> {
  for (const issue of error.issues) {
    const whole = [...above, ...issue.path];
    const location = locationOf(issue.code === 'unrecognized_keys' ? [...whole, issue.keys[0] ?? ''] : whole);
    yield { place: location, message: `${whole.map(String).join('.')} ${issue.message}`.trim() };
  }
}

/** Removes keys without a value: all lines below such a key may be commented out. */
export function withoutEmptyKeys(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(withoutEmptyKeys);
  if (!isTree(input)) return input;
  const filled = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(filled.map(([key, value]) => [key, withoutEmptyKeys(value)]));
}

/** Adds the ID from the name of the file if the content does not state one. */
export function withId(content: unknown, ownId: string | undefined): unknown {
  return isTree(content) && !Object.hasOwn(content, 'id') && ownId !== undefined ? { id: ownId, ...content } : content;
}

/** The mistake of a text without content. */
export const emptyFile = (file: string, firstLine: number): Mistake => ({
  place: `${file}:${firstLine}`,
  message: 'it is empty. Write its content again, or delete the file',
});

/**
 * Reads a set in edu-repo's own format, YAML or JSON. `ownId` is its ID if the text states none; `firstLine` is the line of
 * the file in which the text begins.
 */
export function parseSetText(text: string, file: string, ownId?: string, firstLine = 1): ParseResult<MetadataSet> {
  const read = readYamlText(text, file, firstLine);
  if ('mistakes' in read) return read;
  const { content, locationOf } = read.value;
  if (content === null) return { mistakes: [emptyFile(file, firstLine)] };
  const parsed = SetForm.safeParse(withId(withoutEmptyKeys(content), ownId));
  return parsed.success ? { value: parsed.data } : { mistakes: [...mistakesOf(parsed.error, locationOf)] };
}
