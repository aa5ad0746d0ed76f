import { releaseChunk } from '../../base/buffer-pool.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageErrorCode, storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { sameVersion, type VersionNumber } from '../../domain/nodes/version-number.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { type Collections, DamagedRecord } from '../../ports/store.ts';
import { unlessDamaged } from '../records/damaged-records.ts';
import { numberOfKey, versionsPrefix } from '../records/version-records.ts';

type Problem = 'missing' | 'damaged' | 'unreadable';

/** Something that is missing or damaged. */
export interface Finding {
  readonly node: NodeId;
  /** Null if the record of the node is damaged. */
  readonly name: string | null;
  /** The version that it belongs to. Null if it belongs to the node in all versions. */
  readonly version: VersionNumber | null;
  readonly part: 'record' | 'content' | 'preview' | 'text';
  readonly problem: Problem;
  /** The file of a content. Null for a record: the metadata store has many in each file. */
  readonly location: string | null;
}

/** A content that a node or one of its versions refers to. */
type Reference = Pick<Finding, 'part' | 'version'> & { readonly hash: ContentHash };

function* referencesOf({ content, version, ownPreview, givenText }: NodeRecord): Generator<Reference> {
  if (content !== null) yield { part: 'content', version, hash: content.hash };
  if (ownPreview !== undefined) yield { part: 'preview', version: null, hash: ownPreview.hash };
  if (givenText !== undefined) yield { part: 'text', version: null, hash: givenText.text.hash };
}

/** The errors of a file or a disk that do not go away by themselves. */
const permanentErrors = new Set(['EIO', 'EACCES', 'EPERM', 'EISDIR']);

/** Checks nodes with their versions and contents, and collects what is missing or damaged. Reads each content only once. */
export class VerifiedNodes {
  nodes = 0;
  contents = 0;
  bytes = 0;
  readonly findings: Finding[] = [];
  readonly #store: Pick<Collections, 'nodes' | 'versions'>;
  readonly #content: Pick<ContentStore, 'read' | 'location'>;
  readonly #problems = new Map<ContentHash, Problem | undefined>();

  constructor(store: Pick<Collections, 'nodes' | 'versions'>, content: Pick<ContentStore, 'read' | 'location'>) {
    this.#store = store;
    this.#content = content;
  }

  /** Rejects if the check itself is not possible, for example because too many files are open. */
  async add(id: NodeId): Promise<void> {
    this.nodes += 1;
    const damagedNode = {
      node: id,
      name: null,
      version: null,
      part: 'record',
      problem: 'damaged',
      location: null,
    } as const;
    const node = await unlessDamaged(this.#store.nodes.get(id), () => this.findings.push(damagedNode));
    const name = node?.name ?? null;
    if (node !== undefined) for (const reference of referencesOf(node)) await this.#addContent(id, name, reference);
    for await (const reference of this.#versionsOf(id, node)) await this.#addContent(id, name, reference);
  }

  /** The contents of the versions that have a state of their own. */
  async *#versionsOf(id: NodeId, node: NodeRecord | undefined): AsyncGenerator<Reference> {
    for await (const key of this.#store.versions.keys({ prefix: versionsPrefix(id) })) {
      const version = numberOfKey(key);
      const name = node?.name ?? null;
      const damagedVersion = { node: id, name, version, part: 'record', problem: 'damaged', location: null } as const;
      const record = await unlessDamaged(this.#store.versions.get(key), () => this.findings.push(damagedVersion));
      const content = record?.state?.content ?? null;
      if (content === null) continue;
      const isCurrent = node !== undefined && sameVersion(version, node.version) && content.hash === node.content?.hash;
      if (!isCurrent) yield { part: 'content', version, hash: content.hash };
    }
  }

  async #addContent(node: NodeId, name: string | null, { part, version, hash }: Reference): Promise<void> {
    if (!this.#problems.has(hash)) this.#problems.set(hash, await this.#problemOf(hash));
    const problem = this.#problems.get(hash);
    if (problem === undefined) return;
    this.findings.push({ node, name, version, part, problem, location: this.#content.location(hash) });
  }

  async #problemOf(hash: ContentHash): Promise<Problem | undefined> {
    this.contents += 1;
    try {
      const bytes = await this.#content.read(hash);
      if (bytes === undefined) return 'missing';
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        this.bytes += chunk.length;
        releaseChunk(bytes, chunk);
      }
      return undefined;
    } catch (error) {
      if (error instanceof DamagedRecord) return 'damaged';
      if (permanentErrors.has(systemErrorCode(error) ?? '')) return 'unreadable';
      throw storageErrorCode(error) === undefined ? error : storageFailure('A content could not be checked', error);
    }
  }
}
