import { licenceNamed } from '../../base/licence-names.ts';
import { type ContentModel, contentModelOf } from '../mds/content-model.ts';
import { valueProblem } from '../mds/value-problem.ts';
import { type ListChoice, type ListValues, listValuesFor } from '../mds/values-of-lists.ts';
import type { Context } from '../program/context.ts';
import { Failure } from '../program/failure.ts';
import type { MetadataCell } from './cell.ts';
import { licenceProperty, valueAsStored } from './written-values.ts';

/** How values are checked. */
export interface ValueRules {
  /** Undefined if the server cannot list values. */
  readonly lists: ListValues | undefined;
  /** Whether a value that is in no list is stored as written. */
  readonly anyValue: boolean;
  /** Undefined if the server cannot list it. */
  readonly model: ContentModel | undefined;
}

/** The rules of a metadata set, as the server has them. */
export async function valueRules(choice: ListChoice, context: Context): Promise<ValueRules> {
  // Captions have keys, whether or not other values are allowed.
  const lists = await listValuesFor({ ...choice, anyValue: false }, undefined, context);
  const model = await contentModelOf((await context.connect()).client);
  return { lists, anyValue: choice.anyValue, model };
}

/** The key of a value, if the property has a list that allows no others. Rejects with a failure if it is not in the list. */
async function keyOf(property: string, value: string, { lists, anyValue }: ValueRules): Promise<string> {
  if (lists?.isClosed(property) !== true) return value;
  try {
    return await lists.keyOf(property, value);
  } catch (error) {
    if (anyValue && error instanceof Failure) return value;
    throw error;
  }
}

/** The key of a licence, by what the list knows or else by what its name or address says. */
async function licenceKeyOf(property: string, text: string, rules: ValueRules): Promise<string> {
  const named = property === licenceProperty ? licenceNamed(text) : undefined;
  if (named === undefined) return keyOf(property, text, rules);
  try {
    return await keyOf(property, text, { ...rules, anyValue: false });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return keyOf(property, named.key, rules);
  }
}

/** A value as the server stores it, from one as people write it. Rejects with a failure if no list of the property has it. */
export function storedValue(property: string, text: string, rules: ValueRules): Promise<string> {
  const type = rules.model?.properties.find(({ name }) => name === property)?.type;
  return licenceKeyOf(property, valueAsStored(text, type), rules);
}

/** Why a property cannot have the values; undefined if the server may accept them. */
export const problemOfValues = (property: string, values: readonly string[], { model }: ValueRules) =>
  model === undefined ? undefined : valueProblem(model, property, values);

/** What the name of a licence says besides its key, unless there is a cell for it. */
export function licenceDetails(cells: readonly MetadataCell[]): MetadataCell[] {
  const licence = cells.find(({ property }) => property === licenceProperty);
  const named = licence === undefined || licence.values.length !== 1 ? undefined : licenceNamed(licence.text);
  if (licence === undefined || named?.key !== licence.values[0]) return [];
  return Object.entries(named?.details ?? {}).flatMap(([property, value]) => {
    const own = cells.find((cell) => cell.property === property);
    if (own !== undefined && (own.values.length > 0 || own.why !== undefined)) return [];
    return [{ property, header: licence.header, text: value, several: false, values: [value] }];
  });
}
