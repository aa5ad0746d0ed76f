import { z } from 'zod';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModelDefinitions } from '../../domain/content-model/content-model.ts';

const title = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters');

const TypeEntry = z.strictObject({
  title,
  parent: z.string().nullable().default(null),
  abstract: z.boolean().default(false),
});

const AspectEntry = z.strictObject({ title });

const PropertyEntry = z.strictObject({
  title,
  type: z
    .enum(['text', 'number', 'date', 'boolean'], { error: 'must be text, number, date or boolean' })
    .default('text'),
  list: z.boolean().default(false),
});

/** A string stands for an entry with this title. */
const orTitle = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => (typeof value === 'string' ? { title: value } : value), entry);

const definitions = <T extends z.ZodType>(entry: T) =>
  z
    .record(z.string(), entry)
    .nullish()
    .transform((value): ReadonlyMap<string, z.output<T>> => new Map(Object.entries(value ?? {})));

/** The format of `dictionary.yaml` and `own-dictionary.yaml`. A section with only comments is empty. */
export const DictionaryFile = z.strictObject({
  namespaces: definitions(z.string()),
  types: definitions(TypeEntry),
  aspects: definitions(orTitle(AspectEntry)),
  properties: definitions(orTitle(PropertyEntry)),
}) satisfies z.ZodType<ContentModelDefinitions>;

const sections = Object.keys(DictionaryFile.shape);
const entries: Readonly<Record<string, z.ZodObject>> = {
  types: TypeEntry,
  aspects: AspectEntry,
  properties: PropertyEntry,
};

/** The known key at this path of the file that is most similar to an unknown one. */
export function nearestModelKey(path: readonly PropertyKey[], unknown: string): string {
  const entry = entries[String(path[0])];
  return nearestOf(path.length === 0 || entry === undefined ? sections : Object.keys(entry.shape), unknown);
}
