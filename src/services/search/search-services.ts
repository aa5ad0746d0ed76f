import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { Seams } from '../../ports/seams.ts';
import type { FolderPaths } from '../access/folder-paths.ts';
import type { RightsService } from '../access/rights.ts';
import type { MetadataServices } from '../metadata/metadata-services.ts';
import type { UserNames } from '../records/user-names.ts';
import { createHighlights } from './highlights.ts';
import { createIndexingService, type IndexingService } from './indexing.ts';
import { createNameSuggestionService, type NameSuggestionService } from './name-suggestions.ts';
import { createSearchService, type SearchService } from './search.ts';
import { createSetSearchService, type OwnTrash, type SetSearchService, type SharedNodes } from './set-search.ts';
import { createSpelling } from './spelling-suggestions.ts';

/** Indexes nodes, and searches the index. */
export interface SearchServices {
  readonly indexing: IndexingService;
  readonly search: SearchService;
  readonly setSearch: SetSearchService;
  readonly nameSuggestions: NameSuggestionService;
}

export function createSearchServices(
  seams: Pick<
    Seams,
    'store' | 'content' | 'textCache' | 'plainText' | 'openIndex' | 'createNameIndex' | 'metadataSets' | 'log'
  >,
  {
    rights,
    sharedNodes,
    ownTrash,
    userNames,
    folderPaths,
  }: {
    readonly rights: RightsService;
    readonly sharedNodes: SharedNodes;
    readonly ownTrash: OwnTrash;
    readonly userNames: UserNames;
    readonly folderPaths: FolderPaths;
  },
  { queryContexts, metadataSets }: Pick<MetadataServices, 'queryContexts' | 'metadataSets'>,
  contentModel: ContentModel,
): SearchServices {
  const indexing = createIndexingService(seams);
  const parts = { contextOf: queryContexts, contentModel };
  const highlightsOf = createHighlights(seams, rights, folderPaths);
  const search = createSearchService({
    ...{ ...parts, store: seams.store, userNames, rights, indexing },
    ...{ metadataSets, highlightsOf },
  });
  const spelling = createSpelling(seams, search);
  return {
    indexing,
    search,
    nameSuggestions: createNameSuggestionService(seams, rights, folderPaths),
    setSearch: createSetSearchService({ ...parts, sets: metadataSets, search, sharedNodes, ownTrash, spelling }),
  };
}
