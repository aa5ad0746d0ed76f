import { Readable } from 'node:stream';
import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { textSourceOf } from '../../domain/renditions/text-source.ts';
import type { Seams } from '../../ports/seams.ts';
import { type ReferenceService, requireOwnState } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { createContentHeads } from '../nodes/content-heads.ts';
import { presentNode, putNode } from '../records/node-changes.ts';
import { createTextCacheService } from './cached-texts.ts';

/** The text that a node is found by, besides what describes it. */
export interface NodeText {
  /** `waiting`: the content was not looked at yet. */
  readonly state: 'text' | 'none' | 'waiting' | Exclude<NoText, 'none inside'>;
  /** Whether somebody gave the text to the node; else it comes from its content. */
  readonly given: boolean;
  /** Empty where there is none. */
  readonly text: string;
  /** There is more in the content than is searched. */
  readonly cut: boolean;
}

const none: NodeText = { state: 'none', given: false, text: '', cut: false };

/** Finds the text of a node. Rejects where it cannot be read. */
export type TextOf = (node: NodeRecord) => Promise<NodeText>;

/** The text that somebody gave the node for the content that it has now. */
const givenTextOf = ({ givenText, content }: NodeRecord): ContentReference | undefined =>
  givenText !== undefined && givenText.inPlaceOf === (content?.hash ?? null) ? givenText.text : undefined;

export function createTextOf(seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'log'>): TextOf {
  const kept = createTextCacheService(seams);
  const contents = createContentHeads(seams);
  const { plainText } = seams;

  const plain = async (reference: ContentReference, given: boolean): Promise<NodeText> => {
    const text = plainText.textOf(reference.mimeType, await contents.verified(reference, plainText.limit)) ?? '';
    return text.trim() === ''
      ? { ...none, given }
      : { state: 'text', given, text, cut: reference.size > plainText.limit };
  };

  const extracted = async (reference: ContentReference): Promise<NodeText> => {
    const record = await kept.record(reference.hash);
    const text = record?.text == null ? undefined : await kept.read(reference.hash);
    if (text !== undefined) return { state: 'text', given: false, text, cut: record?.text?.cut ?? false };
    if (record?.why !== undefined) return { ...none, state: record.why === 'none inside' ? 'none' : record.why };
    const isReadable = textSourceOf(await contents.unverified(reference, signatureBytes)) !== undefined;
    return isReadable ? { ...none, state: 'waiting' } : none;
  };

  return async (node) => {
    const given = givenTextOf(node);
    if (given !== undefined) return plain(given, true);
    if (node.content === null) return none;
    return plainText.isPlain(node.content.mimeType) ? plain(node.content, false) : extracted(node.content);
  };
}

/** Texts of nodes, for whoever asks. A reference has none of its own. */
export interface NodeTextService {
  /** Needs the right to read the content. */
  get(caller: Caller, id: NodeId): Promise<NodeText>;
  /**
   * Gives the node a text in place of the one of its present content, or of a content that it does not have; another
   * content is found by its own text again. An empty text takes it away. Needs the right to write the content. No new
   * version is made; where a version with that content is taken back, the text counts again, unless another one was
   * given meanwhile.
   */
  put(caller: Caller, id: NodeId, text: string, mimeType: string): Promise<NodeRecord>;
}

export function createNodeTextService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'textCache' | 'plainText' | 'log'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): NodeTextService {
  const { store, content, clock, plainText } = seams;
  const textOf = createTextOf(seams);

  const requireWritable = async (caller: Caller, id: NodeId): Promise<void> => {
    const node = await rights.node(caller, id, 'WriteContent');
    requireOwnState(node);
    if (node.folder) throw badRequest(`Node ${id} is a folder: it has no content, and no text in place of it.`);
  };

  return {
    async get(caller, id) {
      return textOf(await references.original(caller, id, 'ReadContent'));
    },
    async put(caller, id, text, mimeType) {
      await requireWritable(caller, id);
      if (!plainText.isPlain(mimeType)) {
        throw badRequest(
          `A text cannot be of the type ${mimeType}: send it as text/plain, text/html or text/markdown.`,
        );
      }
      const stored = text === '' ? undefined : await content.write(Readable.from([Buffer.from(text)]));
      // Writing takes its time: who may write at its end is what counts.
      await requireWritable(caller, id);
      return store.change(async (change) => {
        const { givenText: _, ...before } = await presentNode(change, id);
        const given =
          stored === undefined
            ? {}
            : { givenText: { inPlaceOf: before.content?.hash ?? null, text: { ...stored, mimeType } } };
        const node = { ...before, ...given, modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
        putNode(change, node);
        return node;
      });
    },
  };
}
