import { releaseChunk } from '../../base/buffer-pool.ts';
import type { ContentHash, NodeId } from '../../base/ids.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { sameVersion, type VersionNumber } from '../../domain/nodes/version-number.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Collections } from '../../ports/store.ts';
import { type ContentPart, contentsOfNode } from '../records/content-references.ts';
import { unlessDamaged } from '../records/damaged-records.ts';
import { childrenPrefix, nameInKey } from '../records/node-changes.ts';
import { numberOfKey, versionsPrefix } from '../records/version-records.ts';
import { type Problem, problemOfContent } from './content-problem.ts';

/** Something that is missing or damaged. */
export interface Finding {
  /** If the entry of a child in its folder is damaged, the folder: the ID of the child is unknown then. */
  readonly node: NodeId;
  /** Null if the record of the node is damaged. That of a child if the entry of its folder shows that it is lost. */
  readonly name: string | null;
  /**
   * From the top folder, such as `/Mathe/a.pdf`. Null in the trash, and if the record of the node or of a folder above is
   * damaged.
   */
  readonly path: string | null;
  /** The version that it belongs to. Null if it belongs to the node in all versions. */
  readonly version: VersionNumber | null;
  readonly part: 'record' | ContentPart;
  readonly problem: Problem;
  /** The file of a content. Null for a record: the metadata store has many in each file. */
  readonly location: string | null;
}

/** What is wrong with a part of a node. */
type PartFinding = Omit<Finding, 'node' | 'name' | 'path'>;

/** A content that a node or one of its versions refers to. */
interface Reference {
  readonly part: ContentPart;
  readonly version: VersionNumber | null;
  readonly hash: ContentHash;
}

/** What was read of a node. */
interface NodeReading {
  readonly node: NodeRecord | undefined;
  readonly references: readonly Reference[];
  /** The versions whose record is damaged; null stands for the record of the node. */
  readonly damaged: readonly (VersionNumber | null)[];
}

/** Checks nodes with their versions and contents, and collects what is missing or damaged. Reads each content once. */
export class VerifiedNodes {
  nodes = 0;
  /** The contents that were looked for. */
  contents = 0;
  bytes = 0;
  readonly findings: Finding[] = [];
  readonly #store: Pick<Collections, 'nodes' | 'versions' | 'children'>;
  readonly #content: Pick<ContentStore, 'read' | 'location'>;
  readonly #problems = new Map<ContentHash, Problem | undefined>();

  constructor(
    store: Pick<Collections, 'nodes' | 'versions' | 'children'>,
    content: Pick<ContentStore, 'read' | 'location'>,
  ) {
    this.#store = store;
    this.#content = content;
  }

  /** Rejects if the check itself is not possible, for example because too many files are open. */
  async add(node: NodeId): Promise<void> {
    this.nodes += 1;
    const { node: record, references, damaged } = await this.#read(node);
    const found: PartFinding[] = damaged.map((version) => ({
      ...{ version, part: 'record', problem: 'damaged', location: null },
    }));
    for (const reference of references) {
      const finding = await this.#check(node, reference);
      if (finding !== undefined) found.push(finding);
    }
    if (found.length > 0) {
      const path = record === undefined ? null : await this.#pathOf(record);
      for (const finding of found) this.findings.push({ node, name: record?.name ?? null, path, ...finding });
    }
    // A damaged record may be that of a folder, or of a file with child objects.
    if (record === undefined || mayHaveChildren(record)) await this.#addLostChildren(node, record);
  }

  /** Undefined if the content is intact, or if the node no longer refers to it. */
  async #check(node: NodeId, { part, version, hash }: Reference): Promise<PartFinding | undefined> {
    if (!this.#problems.has(hash)) this.#problems.set(hash, await this.#problemOf(hash));
    const problem = this.#problems.get(hash);
    // The node may have been changed or deleted since, and its content with it.
    if (problem === undefined || !(await this.#refersTo(node, hash))) return undefined;
    return { version, part, problem, location: this.#content.location(hash) };
  }

  /**
   * A folder lists its children by name, so it still has the names of nodes whose records were lost. Not those below a lost
   * folder.
   */
  async #addLostChildren(folder: NodeId, record: NodeRecord | undefined): Promise<void> {
    let above: string | null | undefined;
    for await (const key of this.#store.children.keys({ prefix: childrenPrefix(folder) })) {
      const found = await this.#problemOfChild(folder, key);
      if (found === undefined) continue;
      if (above === undefined) above = record === undefined ? null : await this.#pathOf(record);
      const name = nameInKey(key);
      const path = above === null ? null : `${above}/${name}`;
      this.findings.push({ ...found, name, path, version: null, part: 'record', location: null });
    }
  }

  /** If the entry of a child is damaged, its ID is unknown, and the finding names the folder. */
  async #problemOfChild(folder: NodeId, key: string): Promise<Pick<Finding, 'node' | 'problem'> | undefined> {
    let isDamaged = false;
    const idOfChild = async () =>
      (
        await unlessDamaged(this.#store.children.get(key), () => {
          isDamaged = true;
        })
      )?.id;
    const id = await idOfChild();
    if (isDamaged) return { node: folder, problem: 'damaged' };
    if (id === undefined || (await this.#store.nodes.has(id))) return undefined;
    // The child may have been moved or deleted since.
    return (await idOfChild()) === id ? { node: id, problem: 'missing' } : undefined;
  }

  async #pathOf(node: NodeRecord): Promise<string | null> {
    let path = '';
    let at: NodeRecord | undefined = node;
    while (at !== undefined && at.parent !== null) {
      if (at.archived !== null) return null;
      path = `/${at.name}${path}`;
      at = await unlessDamaged(this.#store.nodes.get(at.parent));
    }
    return at === undefined ? null : path;
  }

  async #refersTo(node: NodeId, hash: ContentHash): Promise<boolean> {
    const { references } = await this.#read(node);
    return references.some((reference) => reference.hash === hash);
  }

  async #read(id: NodeId): Promise<NodeReading> {
    const damaged: (VersionNumber | null)[] = [];
    const node = await unlessDamaged(this.#store.nodes.get(id), () => damaged.push(null));
    const references = node === undefined ? [] : [...referencesOf(node)];
    for await (const key of this.#store.versions.keys({ prefix: versionsPrefix(id) })) {
      const version = numberOfKey(key);
      const record = await unlessDamaged(this.#store.versions.get(key), () => damaged.push(version));
      const hash = record?.state?.content?.hash;
      if (hash === undefined || references.some((known) => isSame(known, version, hash))) continue;
      references.push({ part: 'content', version, hash });
    }
    return { node, references, damaged };
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
      return problemOfContent(error, 'A content could not be checked');
    }
  }
}

/** The custom preview and the custom text belong to the node in all versions. */
function* referencesOf(node: NodeRecord): Generator<Reference> {
  for (const { part, hash } of contentsOfNode(node))
    yield { part, version: part === 'content' ? node.version : null, hash };
}

const isSame = (reference: Reference, version: VersionNumber, hash: ContentHash): boolean =>
  reference.hash === hash && reference.version !== null && sameVersion(reference.version, version);
