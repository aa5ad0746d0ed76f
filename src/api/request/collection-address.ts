import { badRequest, notFound } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { CollectionLocation } from '../../services/collections/collection-lists.ts';

/** What stands for the collections of the first level. */
const tops: ReadonlySet<string> = new Set(['-root-', '-collectionhome-']);

/** The place that a path segment means. */
export function collectionLocationAt(text: string): CollectionLocation {
  return tops.has(text) ? 'top' : collectionAt(text);
}

/** The collection that a path segment means; the top is none. */
export function collectionAt(text: string): NodeId {
  if (tops.has(text)) throw badRequest(`${text} is no collection itself. Ask for its children.`);
  const id = asNodeId(text);
  if (id === undefined) throw notFound('Collection', text.slice(0, 100));
  return id;
}
