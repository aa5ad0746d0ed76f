import type { NodeId } from '../../base/ids.ts';
import { type AclState, type EffectiveAcl, inheritAcl, noAcl } from './effective-acl.ts';

/**
 * Caches recently used nodes and the folders above them with their effective ACLs. A change updates one entry. The
 * effective ACLs below it are recomputed on the next access, without reading a record.
 */
export interface AncestorCache {
  /** Undefined if the node is not cached. */
  effectiveAcl(id: NodeId): EffectiveAcl | undefined;
  /** Adds a node and the folders above it: nearest first, up to the top or to the child of a cached node. */
  add(path: readonly AclState[]): void;
  /** Call this for every node whose ACL, parent or archived mark changed. Ignores nodes that are not cached. */
  change(node: AclState): void;
  clear(): void;
  /** The number of calls of `change` and `clear`. */
  readonly changes: number;
}

interface Entry {
  node: AclState;
  /** Null at the top of a tree. */
  parent: Entry | null;
  effectiveAcl: EffectiveAcl | undefined;
  /** The value of `changes` for which the effective ACL was computed. */
  computedAt: number;
}

/** Maximum number of entries. Each takes about 300 bytes. */
const maxEntries = 300_000;

/** Copies these fields only: the rest of the record may be large. */
const aclStateOf = ({ id, parent, acl, archived, area }: AclState): AclState => ({
  id,
  parent,
  acl,
  archived,
  ...(area === undefined ? {} : { area }),
});

export function createAncestorCache(): AncestorCache {
  let entries = new Map<NodeId, Entry>();
  let changes = 0;
  let lastNumber = 0;

  const newNumber = (): number => {
    lastNumber += 1;
    return lastNumber;
  };

  /** Stops at the first ancestor that is up to date. */
  const effectiveAclOf = (entry: Entry): EffectiveAcl => {
    const outdated: Entry[] = [];
    for (let at: Entry | null = entry; at !== null && at.computedAt !== changes; at = at.parent) outdated.push(at);
    for (const at of outdated.toReversed()) {
      at.effectiveAcl = inheritAcl(at.parent?.effectiveAcl ?? noAcl, at.node, at.effectiveAcl, newNumber);
      at.computedAt = changes;
    }
    return entry.effectiveAcl ?? noAcl;
  };

  const entryOf = (id: NodeId | null): Entry | null => (id === null ? null : (entries.get(id) ?? null));

  const clear = (): void => {
    entries = new Map();
    changes += 1;
  };

  return {
    effectiveAcl(id) {
      const entry = entries.get(id);
      return entry === undefined ? undefined : effectiveAclOf(entry);
    },
    add(path) {
      if (entries.size > maxEntries) return clear();
      for (const node of path.toReversed()) {
        if (entries.has(node.id)) continue;
        const parent = entryOf(node.parent);
        entries.set(node.id, { node: aclStateOf(node), parent, effectiveAcl: undefined, computedAt: -1 });
      }
    },
    change(node) {
      changes += 1;
      const entry = entries.get(node.id);
      if (entry === undefined) return;
      const parent = entryOf(node.parent);
      // The node moved to a folder that is not cached. This is too rare to justify reading records here.
      if (parent === null && node.parent !== null) return clear();
      entry.node = aclStateOf(node);
      entry.parent = parent;
    },
    clear,
    get changes() {
      return changes;
    },
  };
}
