import type { z } from 'zod';
import type { MdsValue } from '../../../contract/objects/metadata-set.ts';
import { captionIn } from '../../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../../domain/metadata/metadata-catalog.ts';
import type { Field } from '../../../domain/metadata/metadata-set.ts';
import type { ValueEntry } from '../../../domain/metadata/value-list.ts';

/** Longer lists are asked for by `values`: nobody chooses from more without typing something. */
const mostValues = 500;

/** In one answer, however often the same list stands in it: with it, the answer stays below some megabytes. */
const mostInAll = 10_000;

/** The caption of a value; its key where it has none. */
export const captionOf = ({ key, caption }: ValueEntry, language: string): string =>
  captionIn(caption, language) ?? key;

/** A value as later clients read it. */
export const presentValue = (entry: ValueEntry, language: string): z.output<typeof MdsValue> => ({
  id: entry.key,
  caption: captionOf(entry, language),
  description: captionIn(entry.description, language) ?? null,
  parent: entry.parent ?? null,
  url: entry.url ?? null,
  alternativeIds: [...(entry.alternatives ?? [])],
});

/** The values of fields, as many as one answer can carry. */
export interface ValueBudget {
  /** Undefined: the field has no values to choose from; null: it has too many to tell them here. */
  take(field: Pick<Field, 'values'>): readonly ValueEntry[] | null | undefined;
  readonly language: string;
}

export function createValueBudget({ valueLists }: Pick<MetadataCatalog, 'valueLists'>, language: string): ValueBudget {
  let left = mostInAll;
  return {
    language,
    take({ values }) {
      const entries = typeof values === 'string' ? valueLists.get(values)?.entries : values;
      if (entries === undefined) return undefined;
      if (entries.length > Math.min(mostValues, left)) return null;
      left -= entries.length;
      return entries;
    },
  };
}
