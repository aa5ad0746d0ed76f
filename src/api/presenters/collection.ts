import type { z } from 'zod';
import type { Collection } from '../../contract/objects/collection.ts';
import { profileOf } from '../../domain/collections/collection.ts';
import { descriptionOf, titleOf } from '../../domain/nodes/properties.ts';
import type { CollectionView } from '../../services/collections/collection-views.ts';

export const presentCollection = ({ node, ...view }: CollectionView): z.output<typeof Collection> => ({
  level0: view.atTop,
  title: titleOf(node.properties) ?? node.name,
  description: descriptionOf(node.properties) ?? null,
  ...profileOf(node.properties),
  scope: view.scope,
  pinned: view.pinned,
  fromUser: view.own,
  childCollectionsCount: view.collections,
  childReferencesCount: view.references,
  hiddenReferencesCount: view.hiddenReferences,
});
