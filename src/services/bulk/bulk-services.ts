import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import type { NodeService } from '../nodes/nodes.ts';
import type { IndexingService } from '../search/indexing.ts';
import { type BulkService, createBulkService } from './bulk.ts';
import { createFindImported } from './find-imported.ts';

export interface BulkServices {
  readonly bulk: BulkService;
}

export function createBulkServices(
  { store, clock, randomness }: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  {
    rights,
    nodes,
    indexing,
  }: { readonly rights: RightsService; readonly nodes: NodeService; readonly indexing: IndexingService },
  { contentModel, propertyLimits }: { readonly contentModel: ContentModel; readonly propertyLimits: PropertyLimits },
): BulkServices {
  const findImported = createFindImported({ store, rights, indexing });
  const shared = { store, clock, randomness, rights, nodes, contentModel };
  return { bulk: createBulkService({ ...shared, limits: propertyLimits, findImported }) };
}
