import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { SearchOutcome } from './search-request.ts';

/** What the values of facets are called, by property and value; only where they are called otherwise than they are stored. */
export type ValueCaptions = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function captionsOf(client: Client, metadataset: string, property: string, keys: string[]) {
  try {
    const { values } = await client.getValuesForKeys({ repository, metadataset, query: '', property, body: keys });
    return new Map(
      values.map(({ key, displayString }) => [key, displayString] as const).filter(([key, caption]) => caption !== key),
    );
  } catch (error) {
    // The set says nothing of this property, or the server knows no such question: the values stand for themselves.
    if (error instanceof AnswerError) return new Map<string, string>();
    throw error;
  }
}

/** Asks the metadata set, once for each facet that has values. */
export async function facetCaptions(client: Client, set: string, { facettes }: SearchOutcome): Promise<ValueCaptions> {
  const captions = new Map<string, ReadonlyMap<string, string>>();
  for (const { property, values } of facettes ?? []) {
    const keys = values.map(({ value }) => value);
    if (keys.length > 0) captions.set(property, await captionsOf(client, set, property, keys));
  }
  return captions;
}
