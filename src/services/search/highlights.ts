import { messageOf } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, noRights, readContent, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { searchedTexts } from '../../domain/nodes/searched-texts.ts';
import { type SoughtWords, soughtWords } from '../../domain/query/sought-words.ts';
import { type Passage, passagesOf } from '../../domain/text/passages.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SearchPage } from '../../ports/search-index.ts';
import type { FolderPaths } from '../access/folder-paths.ts';
import type { RightsService } from '../access/rights.ts';
import { createTextOf } from '../renditions/node-texts.ts';

/** What a hit is recognised by in a list. */
export interface Highlight {
  /** The path of the folder it is in, as `FolderPaths.pathOf` gives it. Undefined if the caller may not read the folder. */
  readonly folder: string | undefined;
  /** Up to `maxPassages` passages of its description, then of its text, with the sought words, from what the caller may read. */
  readonly passages: readonly Passage[];
  /** Whether words in its content are not found yet, because its text was not extracted so far. False if the caller may not read it. */
  readonly textWaiting: boolean;
}

/** The highlights of the hits of a page, in their order. */
export type Highlights = (
  caller: Caller,
  page: Pick<SearchPage, 'ids' | 'query' | 'weights'>,
) => Promise<readonly Highlight[]>;

const maxPassages = 3;
/** Passages are taken from so many UTF-16 code units of a text. */
const searchedLength = 100_000;

const nothing: Highlight = { folder: undefined, passages: [], textWaiting: false };

const noText = { text: '', state: 'none' } as const;

export function createHighlights(
  seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'log'>,
  rights: RightsService,
  folderPaths: FolderPaths,
): Highlights {
  const readText = createTextOf(seams);

  const textOf = async (node: NodeRecord) => {
    try {
      return await readText(node);
    } catch (error) {
      seams.log.warn('The text of a node could not be read. Its search hit has no passage.', {
        node: node.id,
        reason: messageOf(error),
      });
      return noText;
    }
  };

  const highlightOf = async (caller: Caller, id: NodeId, sought: readonly SoughtWords[]): Promise<Highlight> => {
    const node = await seams.store.nodes.get(id);
    // It may have been deleted or closed to the caller since the search.
    const granted = node === undefined ? noRights : await rights.of(caller, node);
    if (node === undefined || !includes(granted, readProperties)) return nothing;
    const { text, state } = includes(granted, readContent) ? await textOf(node) : noText;
    const texts = [searchedTexts(node.properties).description, text.slice(0, searchedLength)];
    return {
      folder: await folderPaths.pathOf(caller, node.parent),
      passages: firstPassages(texts, sought),
      textWaiting: state === 'waiting',
    };
  };

  return async (caller, { ids, query, weights }) => {
    const sought = [soughtWords(query, 'no typos', weights), soughtWords(query, 'typos', weights)];
    const highlights: Highlight[] = [];
    for (const id of ids) {
      highlights.push(await highlightOf(caller, id, sought));
      await yieldToEventLoop();
    }
    return highlights;
  };
}

/** The passages by the first comparison that finds any. */
function firstPassages(texts: readonly string[], sought: readonly SoughtWords[]): readonly Passage[] {
  for (const one of sought) {
    const passages = texts.flatMap((text) => passagesOf(text, one, maxPassages)).slice(0, maxPassages);
    if (passages.length > 0) return passages;
  }
  return [];
}
