import { asNodeId } from '../../base/ids.ts';
import { usageFailure } from '../program/failure.ts';

/** How people name a collection: by its id, or by the titles on the way to it from the first level. */
export type CollectionAddress =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'titles'; readonly titles: readonly string[] };

/** Reads the address of a collection: an id, or `Mathe/Brüche`, with or without `/` in front. */
export function parseCollectionAddress(text: string): CollectionAddress {
  const id = asNodeId(text);
  if (id !== undefined) return { kind: 'id', id };
  const titles = text.split('/').filter((title) => title.trim() !== '');
  if (titles.length > 0) return { kind: 'titles', titles };
  throw usageFailure(
    `«${text}» names no collection.`,
    'A collection is an id, or its title behind those of the collections that it lies in: Mathe/Brüche.',
    'Try: edu-repo collection list',
  );
}

/** The address as people write it. */
export const writeCollectionAddress = (address: CollectionAddress): string =>
  address.kind === 'id' ? address.id : address.titles.join('/');
