import { badRequest, notFound } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { CollectionLocation } from '../../services/collections/collection-lists.ts';

/** The IDs in requests that stand for the top level. */
const tops: ReadonlySet<string> = new Set(['-root-', '-collectionhome-']);

/** The collection, or the top level, that a path segment names. */
export function collectionLocationAt(text: string): CollectionLocation {
  return tops.has(text) ? 'top' : collectionAt(text);
}

/** The collection that a path segment names. Throws `BadRequest` for the top level, which is not a collection. */
export function collectionAt(text: string): NodeId {
  if (tops.has(text)) throw badRequest(`${text} is not a collection. Request its children instead.`);
  const id = asNodeId(text);
  if (id === undefined) throw notFound('Collection', text.slice(0, 100));
  return id;
}
