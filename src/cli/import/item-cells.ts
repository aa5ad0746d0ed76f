import { UnknownValue } from '../mds/key-of-value.ts';
import type { MetadataCell } from '../metadata/cell.ts';
import { licenceDetails, problemOfValues, storedValue, type ValueRules } from '../metadata/value-rules.ts';
import { onOneLine } from '../print/printable.ts';
import { Failure } from '../program/failure.ts';
import { mergedFields } from './fields.ts';
import type { ImportItem, ItemField, ItemProblem } from './item.ts';

/** The fields of an item as values of properties, and what could not be stored. */
export interface ItemCells {
  readonly cells: readonly MetadataCell[];
  readonly problems: readonly ItemProblem[];
}

/** The first spelling that can be stored. Rejects with the failure of the last one, which is the caption if there is any. */
async function firstStorable(property: string, spellings: readonly string[], rules: ValueRules): Promise<string> {
  let failure: unknown;
  for (const spelling of spellings) {
    try {
      return await storedValue(property, spelling, rules);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const quoted = (spellings: readonly string[]): string => `"${onOneLine(spellings.at(-1) ?? '')}"`;

const suggestion = ({ similar }: UnknownValue, property: string): string =>
  similar.length === 0
    ? `To list the values: edu-repo mds values ${property}`
    : `Did you mean ${similar.join(', or ')}?`;

/** One property, without the values that cannot be stored. */
async function readField(field: ItemField, rules: ValueRules): Promise<ItemCells> {
  const { property, label } = field;
  const values: string[] = [];
  const problems: ItemProblem[] = [];
  const drop = (why: string, next?: string): void => {
    problems.push({ severity: 'warning', column: label, why, next });
  };
  for (const spellings of field.values) {
    if (spellings.every((text) => text === '')) continue;
    try {
      values.push(await firstStorable(property, spellings, rules));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error instanceof UnknownValue)
        drop(`${quoted(spellings)} is not in the value list, and was left out.`, suggestion(error, property));
      else drop(`${error.message} ${error.why} The value was left out.`);
    }
  }
  const stored = [...new Set(values)];
  const why = problemOfValues(property, stored, rules);
  if (why !== undefined) drop(`${why} It was left out.`);
  if (why !== undefined || stored.length === 0) return { cells: [], problems };
  const text = field.values.map(([first = '']) => first).join(' | ');
  return { cells: [{ property, header: label, text, several: stored.length > 1, values: stored }], problems };
}

/**
 * Finds the keys of the values of an item. A value that cannot be stored is left out with a warning: it does not cost the
 * item. Rejects only with errors of the connection.
 */
export async function readItemCells({ fields }: ImportItem, rules: ValueRules): Promise<ItemCells> {
  const cells: MetadataCell[] = [];
  const problems: ItemProblem[] = [];
  for (const field of mergedFields(fields)) {
    const read = await readField(field, rules);
    cells.push(...read.cells);
    problems.push(...read.problems);
  }
  return { cells: [...cells, ...licenceDetails(cells)], problems };
}
