import { isDryRun } from '../../base/dry-run.ts';
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
import { presentNode, putNode } from '../records/node-changes.ts';
import { createTextCacheService } from './cached-texts.ts';
import { createContentHeads } from './content-heads.ts';

/** The text of a node that is indexed for search besides its metadata. */
interface NodeText {
  /** `waiting`: the text has not been extracted from the content yet. */
  readonly state: 'text' | 'none' | 'waiting' | Exclude<NoText, 'none inside'>;
  /** Whether the text was uploaded for the node. If not, it comes from the content. */
  readonly given: boolean;
  /** The text; empty if there is none. */
  readonly text: string;
  /** Whether the content has more text than is indexed. */
  readonly cut: boolean;
}

const none: NodeText = { state: 'none', given: false, text: '', cut: false };

/** Reads the text of a node. Rejects if it cannot be read. */
export type TextOf = (node: NodeRecord) => Promise<NodeText>;

/** The text that was uploaded for the current content of the node. */
const uploadedTextOf = ({ givenText, content }: NodeRecord): ContentReference | undefined =>
  givenText !== undefined && givenText.inPlaceOf === (content?.hash ?? null) ? givenText.text : undefined;

export function createTextOf(seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'log'>): TextOf {
  const cached = createTextCacheService(seams);
  const contents = createContentHeads(seams);
  const { plainText } = seams;

  const plain = async (reference: ContentReference, given: boolean): Promise<NodeText> => {
    const text = plainText.textOf(reference.mimeType, await contents.verified(reference, plainText.limit)) ?? '';
    return text.trim() === ''
      ? { ...none, given }
      : { state: 'text', given, text, cut: reference.size > plainText.limit };
  };

  const extracted = async (reference: ContentReference): Promise<NodeText> => {
    const record = await cached.record(reference.hash);
    const text = record?.text == null ? undefined : await cached.read(reference.hash);
    if (text !== undefined) return { state: 'text', given: false, text, cut: record?.text?.cut ?? false };
    if (record?.why !== undefined) return { ...none, state: record.why === 'none inside' ? 'none' : record.why };
    const isReadable = textSourceOf(await contents.unverified(reference, signatureBytes)) !== undefined;
    return isReadable ? { ...none, state: 'waiting' } : none;
  };

  return async (node) => {
    const uploaded = uploadedTextOf(node);
    if (uploaded !== undefined) return plain(uploaded, true);
    if (node.content === null) return none;
    return plainText.isPlain(node.content.mimeType) ? plain(node.content, false) : extracted(node.content);
  };
}

/** The texts of nodes. A reference has no text of its own. */
export interface NodeTextService {
  /** Reads the text of a node. Needs `ReadContent`. */
  get(caller: Caller, id: NodeId): Promise<NodeText>;
  /**
   * Replaces the text of the current content, or sets the text of a node without content. The uploaded text belongs to that
   * content: it does not apply to another content, and applies again after a revert to a version with that content, unless
   * another text was uploaded since. An empty text removes it. Needs `WriteContent`. Creates no new version.
   */
  put(caller: Caller, id: NodeId, text: string, mimeType: string): Promise<NodeRecord>;
}

async function requireWritable(rights: RightsService, caller: Caller, id: NodeId): Promise<void> {
  const node = await rights.node(caller, id, 'WriteContent');
  requireOwnState(node);
  if (node.folder) throw badRequest(`Node ${id} is a folder: it has neither content nor text. Choose a file.`);
}

export function createNodeTextService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'textCache' | 'plainText' | 'log'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): NodeTextService {
  const { store, content, clock, plainText } = seams;
  const textOf = createTextOf(seams);

  return {
    async get(caller, id) {
      return textOf(await references.original(caller, id, 'ReadContent'));
    },
    async put(caller, id, text, mimeType) {
      await requireWritable(rights, caller, id);
      if (!plainText.isPlain(mimeType)) {
        throw badRequest(
          `The type ${mimeType} is not supported for texts. Send text/plain, text/html or text/markdown.`,
        );
      }
      const written = text === '' || isDryRun() ? undefined : await content.write(Buffer.from(text));
      // Writing takes time, so the right is checked again at its end.
      await requireWritable(rights, caller, id);
      return store.change(async (change) => {
        const { givenText: _, ...before } = await presentNode(change, id);
        const modified = { ...before, modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
        const inPlaceOf = before.content?.hash ?? null;
        const given = written && { hash: written.hash, size: written.size, mimeType };
        const node = given === undefined ? modified : { ...modified, givenText: { inPlaceOf, text: given } };
        putNode(change, node);
        return node;
      });
    },
  };
}
