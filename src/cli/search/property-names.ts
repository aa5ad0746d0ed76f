import { normalized } from '../../base/normalized.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { defaultMetadataSet, type SearchRequest } from './search-request.ts';

/** A property of a namespace. Other names are criteria of a query, or captions. */
const isProperty = (name: string): boolean => name.includes(':');

const folded = (caption: string): string => normalized(caption.trim(), 'NFC').toLocaleLowerCase();

/** The properties of a metadata set by their captions in the language of the client, in lower case. */
async function propertiesByCaption(client: Client, metadataset: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { widgets } = await client.getMetadataSet({ repository, metadataset });
    return new Map(widgets.toReversed().map(({ id, caption }) => [folded(caption ?? id), id] as const));
  } catch (error) {
    // The search reports an unknown set. A server may lack the call.
    if (error instanceof AnswerError) return new Map();
    throw error;
  }
}

/** The same request with properties in place of captions: people write `Fach=Biologie` as they read it. Other names stay. */
export async function withPropertyNames(client: Client, request: SearchRequest): Promise<SearchRequest> {
  const names = [...request.filters.keys(), ...request.facets];
  if (names.every(isProperty)) return request;
  const properties = await propertiesByCaption(client, (request.set ?? defaultMetadataSet).id);
  const ids = new Set(properties.values());
  const isName = (name: string): boolean => isProperty(name) || ids.has(name);
  const nameOf = (name: string): string => (isName(name) ? name : (properties.get(folded(name)) ?? name));
  const filters = new Map<string, readonly string[]>();
  for (const [name, values] of request.filters) {
    const property = nameOf(name);
    filters.set(property, [...(filters.get(property) ?? []), ...values]);
  }
  return { ...request, filters, facets: request.facets.map(nameOf) };
}
