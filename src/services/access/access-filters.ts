import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../ports/access-filter.ts';
import type { EffectiveAcl } from './effective-acl.ts';
import type { EffectiveAclCache } from './effective-acl-cache.ts';
import type { GrantedRights } from './rights.ts';

/** Behind the id of a node: that node alone, and nothing that lies in it. No id has a slash. */
const alone = '/';

/**
 * What the sight of a document hangs on: the node where the walk to its list starts, or the top of a tree alone: the
 * top folder is shown to everybody who is signed in, and what lies in it is not.
 */
export const searchAclRootOf = ({ id, parent, acl }: Pick<NodeRecord, 'id' | 'parent' | 'acl'>): string => {
  if (parent === null) return id + alone;
  return acl === null ? parent : id;
};

/** More anchors are looked at with turns for other work in between. */
const atOnce = 5_000;

const sightOf = (rights: Rights): AclRootVisibility => {
  if (!includes(rights, readProperties)) return aclRootVisibility.nothing;
  return includes(rights, readContent) ? aclRootVisibility.all : aclRootVisibility.metadata;
};

/** Gives each caller a viewer, with the same `rights` until any right in the repository or the caller changes. */
export type AccessFilters = (caller: Caller) => AccessFilter;

export function createAccessFilters(
  standings: EffectiveAclCache,
  isThere: (caller: Caller, standing: EffectiveAcl) => boolean,
  granted: GrantedRights,
): AccessFilters {
  // Whoever comes into other groups is another caller: only lists and places have to be looked at here.
  const known = new WeakMap<Caller, { readonly changes: number; readonly rights: object }>();

  const rightsOf = (caller: Caller): object => {
    const { changes } = standings;
    const last = known.get(caller);
    if (last?.changes === changes) return last.rights;
    const rights = {};
    known.set(caller, { changes, rights });
    return rights;
  };

  const seenAt = (caller: Caller, standing: EffectiveAcl, id: NodeId | null): AclRootVisibility =>
    isThere(caller, standing) ? sightOf(granted(caller, standing, { id, owner: null })) : aclRootVisibility.absent;

  const seen = (caller: Caller, anchor: string): AclRootVisibility | Promise<AclRootVisibility> => {
    const isAlone = anchor.endsWith(alone);
    // Only `sightAnchorOf` makes anchors.
    const node = (isAlone ? anchor.slice(0, -alone.length) : anchor) as NodeId;
    const id = isAlone ? node : null;
    const standing = standings.at(node);
    return standing instanceof Promise
      ? standing.then((read) => seenAt(caller, read, id))
      : seenAt(caller, standing, id);
  };

  const seenInSteps = async (caller: Caller, anchors: readonly string[]): Promise<AclRootVisibility[]> => {
    const sights: AclRootVisibility[] = [];
    for await (const piece of inBatches(anchors)) {
      for (const anchor of piece) sights.push(await seen(caller, anchor));
    }
    return sights;
  };

  const seenAtOnce = (caller: Caller, anchors: readonly string[]): AclRootVisibility[] | undefined => {
    const sights: AclRootVisibility[] = [];
    for (const anchor of anchors) {
      const sight = seen(caller, anchor);
      if (sight instanceof Promise) {
        // It is asked for again; where it fails, then.
        sight.catch(() => undefined);
        return undefined;
      }
      sights.push(sight);
    }
    return sights;
  };

  return (caller) => ({
    rights: rightsOf(caller),
    owns: caller.kind === 'person' ? caller.userName : null,
    at: (anchors) =>
      (anchors.length <= atOnce ? seenAtOnce(caller, anchors) : undefined) ?? seenInSteps(caller, anchors),
  });
}
