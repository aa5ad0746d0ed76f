import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { RemovalService } from '../trash/removals.ts';
import { type CollectionReferenceService, createCollectionReferenceService } from './collection-references.ts';
import { type CollectionViewService, createCollectionViewService } from './collection-views.ts';
import { type CollectionService, createCollectionService } from './collections.ts';
import { type ContainingCollections, createContainingCollections } from './containing-collections.ts';

export interface CollectionServices {
  readonly collections: CollectionService;
  readonly collectionReferences: CollectionReferenceService;
  readonly collectionViews: CollectionViewService;
  readonly containingCollections: ContainingCollections;
}

export function createCollectionServices(
  { store, clock, randomness }: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  systemFolders: SystemFolders,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
  removals: RemovalService,
  { contentModel, propertyLimits }: { readonly contentModel: ContentModel; readonly propertyLimits: PropertyLimits },
): CollectionServices {
  const parts = { store, clock, randomness, systemFolders, rights, references };
  const collectionViews = createCollectionViewService(parts);
  const rules = { contentModel, limits: propertyLimits };
  const collections = createCollectionService({ ...parts, ...rules, removals, views: collectionViews });
  const collectionReferences = createCollectionReferenceService({ ...parts, collections });
  const containingCollections = createContainingCollections(parts, rights);
  return { collections, collectionReferences, collectionViews, containingCollections };
}
