import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { createMetadataImportService, type MetadataImportService } from './metadata-imports.ts';
import { createMetadataSetService, type MetadataSetService } from './metadata-sets.ts';
import { createQueryContexts, type QueryContexts } from './query-contexts.ts';

export interface MetadataServices {
  readonly queryContexts: QueryContexts;
  readonly metadataSets: MetadataSetService;
  readonly metadataImports: MetadataImportService;
}

export function createMetadataServices(
  seams: Pick<Seams, 'clock' | 'metadataSets' | 'metadataTexts' | 'readForeignFiles'>,
  systemFolders: SystemFolders,
  contentModel: ContentModel,
): MetadataServices {
  const { metadataSets, metadataTexts, readForeignFiles } = seams;
  const queryContexts = createQueryContexts(seams, systemFolders, contentModel);
  return {
    queryContexts,
    metadataSets: createMetadataSetService(seams, contentModel),
    metadataImports: createMetadataImportService({
      metadataSets,
      metadataTexts,
      readForeignFiles,
      contentModel,
      queryContexts,
    }),
  };
}
