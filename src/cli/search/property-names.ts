import type { Client } from '../../client/client.ts';
import { byCaption, foldedCaption, widgetsOf } from '../mds/properties-by-caption.ts';
import { defaultMetadataSet, type SearchRequest } from './search-request.ts';

/** A property of a namespace. Other names are criteria of a query, or captions. */
const isProperty = (name: string): boolean => name.includes(':');

/** The same request with properties in place of captions: people write `Fach=Biologie` as they read it. Other names stay. */
export async function withPropertyNames(client: Client, request: SearchRequest): Promise<SearchRequest> {
  const names = [...request.filters.keys(), ...request.facets];
  if (names.every(isProperty)) return request;
  const properties = byCaption(await widgetsOf(client, (request.set ?? defaultMetadataSet).id));
  const ids = new Set(properties.values());
  const isName = (name: string): boolean => isProperty(name) || ids.has(name);
  const nameOf = (name: string): string => (isName(name) ? name : (properties.get(foldedCaption(name)) ?? name));
  const filters = new Map<string, readonly string[]>();
  for (const [name, values] of request.filters) {
    const property = nameOf(name);
    filters.set(property, [...(filters.get(property) ?? []), ...values]);
  }
  return { ...request, filters, facets: request.facets.map(nameOf) };
}
