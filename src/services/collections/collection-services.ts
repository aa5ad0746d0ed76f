import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { RemovalService } from '../trash/removals.ts';
import { type CollectionReferenceService, createCollectionReferenceService } from './collection-references.ts';
import { type CollectionViewService, createCollectionViewService } from './collection-views.ts';
import { type CollectionService, createCollectionService } from './collections.ts';

/** Collections and their references. */
export interface CollectionServices {
  readonly collections: CollectionService;
  readonly collectionReferences: CollectionReferenceService;
  readonly collectionViews: CollectionViewService;
}

export function createCollectionServices(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  systemFolders: SystemFolders,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
  removals: RemovalService,
  model: { readonly contentModel: ContentModel; readonly propertyLimits: PropertyLimits },
): CollectionServices {
  const collectionViews = createCollectionViewService(seams, systemFolders, rights, references);
  const collections = createCollectionService(seams, systemFolders, {
    ...{ rights, references, removals, views: collectionViews },
    ...{ contentModel: model.contentModel, limits: model.propertyLimits },
  });
  return {
    collections,
    collectionReferences: createCollectionReferenceService(seams, rights, collections),
    collectionViews,
  };
}
