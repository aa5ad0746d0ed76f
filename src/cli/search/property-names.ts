import { caselessCaption, isPropertyName, propertiesByCaption } from '../mds/properties-by-caption.ts';
import type { Context } from '../program/context.ts';
import { defaultMetadataSet, type SearchRequest } from './search-request.ts';

/** The same request with properties in place of captions: people write `Fach=Biologie` as they read it. Other names stay. */
export async function withPropertyNames(context: Context, request: SearchRequest): Promise<SearchRequest> {
  const names = [...request.filters.keys(), ...request.facets];
  if (names.every(isPropertyName)) return request;
  const properties = await propertiesByCaption((request.set ?? defaultMetadataSet).id, context);
  const ids = new Set(properties.values());
  const isName = (name: string): boolean => isPropertyName(name) || ids.has(name);
  const nameOf = (name: string): string => (isName(name) ? name : (properties.get(caselessCaption(name)) ?? name));
  const filters = new Map<string, readonly string[]>();
  for (const [name, values] of request.filters) {
    const property = nameOf(name);
    filters.set(property, [...(filters.get(property) ?? []), ...values]);
  }
  return { ...request, filters, facets: request.facets.map(nameOf) };
}
