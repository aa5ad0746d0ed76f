import { z } from 'zod';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModelDefinitions } from '../../domain/content-model/content-model.ts';

const title = z.string().min(1, 'must not be empty').max(200, 'must have 200 letters at most');

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

/** A title alone is all that most words need. */
const orTitle = <T extends z.ZodType>(entry: T) =>
  z.preprocess((given) => (typeof given === 'string' ? { title: given } : given), entry);

const words = <T extends z.ZodType>(entry: T) =>
  z
    .record(z.string(), entry)
    .nullish()
    .transform((given): ReadonlyMap<string, z.output<T>> => new Map(Object.entries(given ?? {})));

/** The form of `dictionary.yaml` and `own-dictionary.yaml`. A section whose words are all commented out is an empty one. */
export const DictionaryFile = z.strictObject({
  namespaces: words(z.string()),
  types: words(TypeEntry),
  aspects: words(orTitle(AspectEntry)),
  properties: words(orTitle(PropertyEntry)),
}) satisfies z.ZodType<ContentModelDefinitions>;

const sections = Object.keys(DictionaryFile.shape);
const entries: Readonly<Record<string, z.ZodObject>> = {
  types: TypeEntry,
  aspects: AspectEntry,
  properties: PropertyEntry,
};

/** The key that was meant at this place of the file. */
export function nearestModelKey(path: readonly PropertyKey[], unknown: string): string {
  const entry = entries[String(path[0])];
  return nearestOf(path.length === 0 || entry === undefined ? sections : Object.keys(entry.shape), unknown);
}
