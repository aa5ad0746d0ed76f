import type { NodeId } from '../../base/ids.ts';
import { type AclState, type EffectiveAcl, inheritAcl, noAcl } from './effective-acl.ts';

interface Entry {
  node: AclState;
  /** The entry of the parent; null at the top of a tree. */
  parent: Entry | null;
  effectiveAcl: EffectiveAcl | undefined;
  /** The value of `changes` for which the effective ACL was computed. */
  computedAt: number;
}

/** Maximum number of entries. Each takes about 300 bytes. */
const maxEntries = 300_000;

/** Copies only these fields, because a record may be large. */
const aclStateOf = ({ id, parent, acl, archived, area }: AclState): AclState => ({
  id,
  parent,
  acl,
  archived,
  ...(area === undefined ? {} : { area }),
});

/**
 * Caches recently used nodes and the folders above them with their effective ACLs. A change updates one entry. The
 * effective ACLs below it are recomputed on the next access, without reading a record.
 */
export class AncestorCache {
  #entries = new Map<NodeId, Entry>();
  #changes = 0;
  #lastNumber = 0;

  /** The number of calls of `change` and `clear`. */
  get changes(): number {
    return this.#changes;
  }

  /** The effective ACL of a node; undefined if the node is not cached. */
  effectiveAcl(id: NodeId): EffectiveAcl | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined ? undefined : this.#effectiveAclOf(entry);
  }

  /** The number of folders above a node; undefined if the node is not cached. */
  depth(id: NodeId): number | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    let depth = 0;
    for (let at = entry.parent; at !== null; at = at.parent) depth += 1;
    return depth;
  }

  /** Adds a node and the folders above it: nearest first, up to the top or to the child of a cached node. */
  add(path: readonly AclState[]): void {
    if (this.#entries.size > maxEntries) {
      this.clear();
      return;
    }
    for (const node of path.toReversed()) {
      if (this.#entries.has(node.id)) continue;
      const parent = this.#parentOf(node);
      this.#entries.set(node.id, { node: aclStateOf(node), parent, effectiveAcl: undefined, computedAt: -1 });
    }
  }

  /** Call this for every node whose ACL or parent changed, or that was archived or restored. Ignores uncached nodes. */
  change(node: AclState): void {
    this.#changes += 1;
    const entry = this.#entries.get(node.id);
    if (entry === undefined) return;
    const parent = this.#parentOf(node);
    // The node moved to a folder that is not cached. This is too rare to justify reading records here.
    if (parent === null && node.parent !== null) this.clear();
    else Object.assign(entry, { node: aclStateOf(node), parent });
  }

  clear(): void {
    this.#entries = new Map();
    this.#changes += 1;
  }

  #parentOf({ parent }: AclState): Entry | null {
    return parent === null ? null : (this.#entries.get(parent) ?? null);
  }

  /** Stops at the first ancestor that is up to date. */
  #effectiveAclOf(entry: Entry): EffectiveAcl {
    const outdated: Entry[] = [];
    for (let at: Entry | null = entry; at !== null && at.computedAt !== this.#changes; at = at.parent)
      outdated.push(at);
    for (const at of outdated.toReversed()) {
      at.effectiveAcl = inheritAcl(
        at.parent?.effectiveAcl ?? noAcl,
        at.node,
        at.effectiveAcl,
        () => ++this.#lastNumber,
      );
      at.computedAt = this.#changes;
    }
    return entry.effectiveAcl ?? noAcl;
  }
}
