import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { SearchOutcome } from './search-request.ts';

/** Captions of facet values, by property and value. Omits captions that equal the value. */
export type ValueCaptions = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function captionsOf(client: Client, metadataset: string, property: string, keys: string[]) {
  try {
    const { values } = await client.getValuesForKeys({ repository, metadataset, query: '', property, body: keys });
    return new Map(
      values.map(({ key, displayString }) => [key, displayString] as const).filter(([key, caption]) => caption !== key),
    );
  } catch (error) {
    // The set does not define the property, or the server lacks the call.
    if (error instanceof AnswerError) return new Map<string, string>();
    throw error;
  }
}

/** Loads the captions of facet values from the metadata set, with one call per facet. */
export async function facetCaptions(client: Client, set: string, { facettes }: SearchOutcome): Promise<ValueCaptions> {
  const captions = new Map<string, ReadonlyMap<string, string>>();
  for (const { property, values } of facettes ?? []) {
    const keys = values.map(({ value }) => value);
    if (keys.length > 0) captions.set(property, await captionsOf(client, set, property, keys));
  }
  return captions;
}
