import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import { createUsageListService, type UsageListService } from './usage-lists.ts';
import { createUsageVisibility } from './usage-visibility.ts';
import { createUsageService, type UsageService } from './usages.ts';
import { createUsedNodesOf, type UsedNodesOf } from './used-nodes.ts';

/** Where apps use nodes. */
export interface UsageServices {
  readonly usages: UsageService;
  readonly usageLists: UsageListService;
  readonly usedNodesOf: UsedNodesOf;
}

export function createUsageServices(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  { rights }: Pick<AccessServices, 'rights'>,
): UsageServices {
  const parts = { ...seams, rights, visibility: createUsageVisibility(seams, rights) };
  return {
    usages: createUsageService(parts),
    usageLists: createUsageListService(parts),
    usedNodesOf: createUsedNodesOf(seams),
  };
}
