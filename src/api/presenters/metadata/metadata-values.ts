import type { z } from 'zod';
import type { MdsValue } from '../../../contract/objects/metadata-set.ts';
import { captionIn } from '../../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../../domain/metadata/metadata-catalog.ts';
import type { Field } from '../../../domain/metadata/metadata-set.ts';
import type { ValueEntry } from '../../../domain/metadata/value-list.ts';

/** The maximum length of a value list in a set. Clients request longer lists with `getValues` while the user types. */
const maxValuesPerField = 500;

/** The maximum number of values in one response, including repetitions. It limits the response to a few megabytes. */
const maxValues = 10_000;

/** The caption of a value, or its key if it has none. */
export const captionOf = ({ key, caption }: ValueEntry, language: string): string =>
  captionIn(caption, language) ?? key;

/** Presents a value in the form for clients of later server versions. */
export const presentValue = (entry: ValueEntry, language: string): z.output<typeof MdsValue> => ({
  id: entry.key,
  caption: captionOf(entry, language),
  description: captionIn(entry.description, language) ?? null,
  parent: entry.parent ?? null,
  url: entry.url ?? null,
  alternativeIds: [...(entry.alternatives ?? [])],
  ...(entry.synonyms === undefined ? {} : { synonyms: [...entry.synonyms.values()].flat() }),
});

/** Limits the values of fields in one response. */
export interface ValueBudget {
  /** The values of a field. Undefined if it has none to choose from; null if it has too many for this response. */
  take(field: Pick<Field, 'values'>): readonly ValueEntry[] | null | undefined;
  readonly language: string;
}

export function createValueBudget({ valueLists }: Pick<MetadataCatalog, 'valueLists'>, language: string): ValueBudget {
  let left = maxValues;
  return {
    language,
    take({ values }) {
      const entries = typeof values === 'string' ? valueLists.get(values)?.entries : values;
      if (entries === undefined) return undefined;
      if (entries.length > Math.min(maxValuesPerField, left)) return null;
      left -= entries.length;
      return entries;
    },
  };
}
