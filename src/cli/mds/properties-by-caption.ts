import { normalized } from '../../base/normalized.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { onOneLine } from '../print/printable.ts';
import type { Context } from '../program/context.ts';
import { languageClients } from './in-language.ts';
import type { MetadataSet } from './views.ts';

/** A caption as captions are compared: in NFC, in lower case, without spaces around it. Unlike `folded`, it keeps accents. */
export const caselessCaption = (caption: string): string => normalized(caption.trim(), 'NFC').toLowerCase();

/** Properties by their captions as `caselessCaption` returns them. Of several properties with the same caption, the first. */
export const byCaption = (widgets: MetadataSet['widgets']): ReadonlyMap<string, string> =>
  new Map(widgets.toReversed().map(({ id, caption }) => [caselessCaption(caption ?? id), id] as const));

/** The widgets of a metadata set, in the language of the client. None if the server does not know the set or the call. */
export async function widgetsOf(client: Client, metadataset: string): Promise<MetadataSet['widgets']> {
  try {
    return (await client.getMetadataSet({ repository, metadataset })).widgets;
  } catch (error) {
    if (error instanceof AnswerError) return [];
    throw error;
  }
}

/** The widgets of a set in the language of the terminal, in German, and in English. */
export async function widgetsInLanguages(set: string, context: Context): Promise<MetadataSet['widgets']> {
  const clients = await languageClients(context);
  return (await Promise.all(clients.map((client) => widgetsOf(client, set)))).flat();
}

/** Like `byCaption`, for a set: by its captions in the language of the terminal, in German, and in English. */
export const propertiesByCaption = async (set: string, context: Context): Promise<ReadonlyMap<string, string>> =>
  byCaption(await widgetsInLanguages(set, context));

/** Whether this is the name of a property, in a namespace. Other names are criteria of a query, or captions. */
export const isPropertyName = (name: string): boolean => name.includes(':');

/** Replaces captions of properties by their names, and notes each. Names that are no caption stay. */
export async function namesForCaptions(given: PropertyFlags, set: string, context: Context): Promise<PropertyFlags> {
  if (Object.keys(given).every(isPropertyName)) return given;
  const captions = await propertiesByCaption(set, context);
  const properties = new Map<string, string[] | null>();
  for (const [name, values] of Object.entries(given)) {
    const meant = captions.get(caselessCaption(name));
    const property = meant !== undefined && !isPropertyName(name) && isPropertyName(meant) ? meant : name;
    if (property !== name) context.output.note(`${onOneLine(name)}: this is the property ${property}.`);
    properties.set(property, values === null ? null : [...(properties.get(property) ?? []), ...values]);
  }
  return Object.fromEntries(properties);
}
