import { normalized } from '../../base/normalized.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { MetadataSet } from './views.ts';

/** A caption as captions are compared: in NFC, in lower case, without spaces around it. */
export const foldedCaption = (caption: string): string => normalized(caption.trim(), 'NFC').toLocaleLowerCase();

/** Properties by their folded captions. Of several properties with the same caption, the first. */
export const byCaption = (widgets: MetadataSet['widgets']): ReadonlyMap<string, string> =>
  new Map(widgets.toReversed().map(({ id, caption }) => [foldedCaption(caption ?? id), id] as const));

/** The widgets of a metadata set, in the language of the client. None if the server does not know the set or the call. */
export async function widgetsOf(client: Client, metadataset: string): Promise<MetadataSet['widgets']> {
  try {
    return (await client.getMetadataSet({ repository, metadataset })).widgets;
  } catch (error) {
    if (error instanceof AnswerError) return [];
    throw error;
  }
}
