import { asNodeId } from '../../base/ids.ts';
import { type InRepository, splitRemote, writeNodeAddress } from '../node-arguments/address.ts';
import { usageFailure } from '../program/failure.ts';

/** The address of a collection: its ID, or the titles from the top level down to it. */
export type CollectionAddress = InRepository &
  ({ readonly kind: 'id'; readonly id: string } | { readonly kind: 'titles'; readonly titles: readonly string[] });

/** Parses the address of a collection: an ID, or titles such as `Mathe/Brüche`, with or without a leading `/`, and perhaps a remote before. */
export function parseCollectionAddress(text: string): CollectionAddress {
  const { rest, ...at } = splitRemote(text);
  const id = asNodeId(rest);
  if (id !== undefined) return { ...at, kind: 'id', id };
  const titles = rest.split('/').filter((title) => title.trim() !== '');
  if (titles.length > 0) return { ...at, kind: 'titles', titles };
  throw usageFailure(
    `"${text}" is not the address of a collection.`,
    'An address is an ID, or the titles from the top level down, such as Mathe/Brüche.',
    'To list the collections: edu-repo collection list',
  );
}

export const writeCollectionAddress = (address: CollectionAddress): string =>
  address.kind === 'id'
    ? writeNodeAddress(address)
    : `${address.remote === undefined ? '' : `${address.remote}:/`}${address.titles.join('/')}`;
