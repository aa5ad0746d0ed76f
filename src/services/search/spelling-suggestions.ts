import type { Caller } from '../../domain/access/caller.ts';
import { writtenIn } from '../../domain/query/spelling-suggestion.ts';
import type { Seams } from '../../ports/seams.ts';
import { createDocumentOf } from './indexed-documents.ts';
import type { SearchService } from './search.ts';

/** The original spelling of a folded word in a node that the caller may read, or the word itself if there is none. */
export type Spelling = (caller: Caller, word: string) => Promise<string>;

/** The index holds only folded words, so the spelling is read from the best hit. */
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
