import { nearestOf } from '../../base/nearest.ts';
import { AnswerError } from '../../client/answer-error.ts';
import {
  caselessCaption,
  isPropertyName,
  propertiesByCaption,
  widgetsInLanguages,
} from '../mds/properties-by-caption.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { defaultMetadataSet, type SearchOutcome, type SearchRequest } from './search-request.ts';

const namesIn = ({ filters, facets }: SearchRequest): string[] => [...filters.keys(), ...facets];

/** The same request with properties in place of captions: people write `Fach=Biologie` as they read it. Other names stay. */
export async function withPropertyNames(context: Context, request: SearchRequest): Promise<SearchRequest> {
  if (namesIn(request).every(isPropertyName)) return request;
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

async function unknownName(name: string, { set }: SearchRequest, context: Context, cause?: unknown): Promise<Failure> {
  const { id } = set ?? defaultMetadataSet;
  const widgets = await widgetsInLanguages(id, context);
  const nameOf = (widget: (typeof widgets)[number]): string =>
    isPropertyName(name) ? widget.id : (widget.caption ?? widget.id);
  const known = new Map(widgets.map((widget) => [caselessCaption(nameOf(widget)), widget]));
  const nearest = known.get(nearestOf(known.keys(), caselessCaption(name)));
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.caption ?? nearest.id} (${nearest.id})?`;
  const lines = {
    what: `"${onOneLine(name)}" is not a property or the caption of one.${hint}`,
    why: `The metadata set ${id} defines the properties and their captions.`,
    next: `To list them: edu-repo mds get${id === defaultMetadataSet.id ? '' : ` ${shellWord(id)}`}`,
  };
  return new Failure(exitCodes.error, lines, { cause });
}

/** A failure that suggests a caption for a name that the server refused. Other errors are returned unchanged. */
export async function withNearestCaption(error: unknown, request: SearchRequest, context: Context): Promise<unknown> {
  if (!(error instanceof AnswerError)) return error;
  const refused = namesIn(request).find((name) => !isPropertyName(name) && error.message.startsWith(`"${name}" is `));
  return refused === undefined ? error : unknownName(refused, request, context, error);
}

/** Fails for a facet that the server ignored, because its empty result would look like a count. Suggests a caption. */
export async function requireKnownFacets(
  { ignored, facettes }: SearchOutcome,
  request: SearchRequest,
  context: Context,
): Promise<void> {
  // Another repository may know a facet that this one ignores.
  const isCounted = (name: string): boolean =>
    (facettes ?? []).some(({ property, values }) => property === name && values.length > 0);
  const unknown = request.facets.find((name) => (ignored ?? []).includes(name) && !isCounted(name));
  if (unknown !== undefined) throw await unknownName(unknown, request, context);
}
