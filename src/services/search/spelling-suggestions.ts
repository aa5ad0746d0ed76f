import type { Caller } from '../../domain/access/caller.ts';
import { writtenIn } from '../../domain/query/spelling-suggestion.ts';
import type { Seams } from '../../ports/seams.ts';
import { createDocumentOf } from './indexed-documents.ts';
import type { SearchService } from './search.ts';

/** How a folded word is written, with its umlauts, in what the caller may read; as it is where nothing tells. */
export type Spelling = (caller: Caller, word: string) => Promise<string>;

/** The index has folded words alone: the best node that has the word is looked into. */
export function createSpelling(
  seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'metadataSets' | 'log'>,
  search: Pick<SearchService, 'find'>,
): Spelling {
  const documentOf = createDocumentOf(seams);
  return async (caller, word) => {
    const query = { kind: 'words', field: undefined, text: word, match: 'exact' } as const;
    const { ids } = await search.find(caller, query, { skip: 0, limit: 1 });
    const node = ids[0] === undefined ? undefined : await seams.store.nodes.get(ids[0]);
    if (node === undefined) return word;
    const { name, title, description, keywords, text } = await documentOf(node);
    return writtenIn([name, title, description, keywords, text], word) ?? word;
  };
}
