import { listValuesFor } from '../mds/values-of-lists.ts';
import { onOneLine } from '../print/printable.ts';
import type { Context } from '../program/context.ts';
import { Failure } from '../program/failure.ts';
import type { SearchRequest } from './search-request.ts';

/** A request with other filter values, and what to say about them. */
interface WithKeys {
  readonly request: SearchRequest;
  readonly notes: readonly string[];
}

/** The same request with the keys of value lists in place of other spellings, such as `CC_BY` for `CC BY`. Other values stay. */
export async function withKeysOfValues(request: SearchRequest, context: Context): Promise<WithKeys> {
  const choice = { chosenSet: request.set?.id, anyValue: false };
  const lists = await listValuesFor(choice, undefined, context);
  const notes: string[] = [];
  const keyOf = async (property: string, value: string): Promise<string> => {
    if (lists?.isClosed(property) !== true) return value;
    const key = await lists.keyOf(property, value).catch((error: unknown) => {
      // The value is in no list. Nodes may have it nevertheless.
      if (error instanceof Failure) return value;
      throw error;
    });
    if (key !== value) notes.push(`${property}: "${onOneLine(value)}" is the value ${key}.`);
    return key;
  };
  const filters = new Map<string, readonly string[]>();
  for (const [property, values] of request.filters) {
    filters.set(property, await Promise.all(values.map((value) => keyOf(property, value))));
  }
  return { request: { ...request, filters }, notes };
}
