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
import { defaultMetadataSet, type SearchRequest } from './search-request.ts';

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

/** A failure that suggests a caption for a name that the server refused. Other errors are returned unchanged. */
export async function withNearestCaption(error: unknown, request: SearchRequest, context: Context): Promise<unknown> {
  if (!(error instanceof AnswerError)) return error;
  const refused = namesIn(request).find((name) => !isPropertyName(name) && error.message.startsWith(`"${name}" is `));
  if (refused === undefined) return error;
  const { id } = request.set ?? defaultMetadataSet;
  const widgets = await widgetsInLanguages(id, context);
  const captions = new Map(widgets.map((widget) => [caselessCaption(widget.caption ?? widget.id), widget]));
  const nearest = captions.get(nearestOf(captions.keys(), caselessCaption(refused)));
  if (nearest === undefined) return error;
  const lines = {
    what: `"${onOneLine(refused)}" is not a property or the caption of one. Did you mean ${nearest.caption ?? nearest.id} (${nearest.id})?`,
    why: `The metadata set ${id} defines the properties and their captions.`,
    next: `To list them: edu-repo mds get${id === defaultMetadataSet.id ? '' : ` ${shellWord(id)}`}`,
  };
  return new Failure(exitCodes.error, lines, { cause: error });
}
