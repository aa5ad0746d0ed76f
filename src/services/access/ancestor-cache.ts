import type { NodeId } from '../../base/ids.ts';
import { type AclState, type EffectiveAcl, inheritAcl, noAcl } from './effective-acl.ts';

/**
 * The places of the tree that were asked for, and the folders above them, with their standings. A change touches one
 * place; what it means for the places below is worked out when they are asked for next, without reading a record.
 */
export interface AncestorCache {
  /** Undefined where the place is not known yet. */
  effectiveAcl(id: NodeId): EffectiveAcl | undefined;
  /** Makes a place known, and the folders above it: nearest first, up to the top or to below a known one. */
  learn(way: readonly AclState[]): void;
  /** To be told of every node with another list, parent or mark: places that are not known are passed over. */
  change(ground: AclState): void;
  forget(): void;
  /** How often something was changed or forgotten. */
  readonly changes: number;
}

interface Place {
  ground: AclState;
  /** Null at the top of a tree. */
  above: Place | null;
  standing: EffectiveAcl | undefined;
  /** The state of `changes` for which the standing is good. */
  checked: number;
}

/** More are not kept: a place takes about 300 bytes. */
const mostPlaces = 300_000;

/** Without the rest of the record, which may be large. */
const groundOf = ({ id, parent, acl, archived, area }: AclState): AclState => ({
  id,
  parent,
  acl,
  archived,
  ...(area === undefined ? {} : { area }),
});

export function createAncestorCache(): AncestorCache {
  let known = new Map<NodeId, Place>();
  let changes = 0;
  let lastNumber = 0;

  const newNumber = (): number => {
    lastNumber += 1;
    return lastNumber;
  };

  /** Goes up only as far as something was not worked out since the last change. */
  const standingOf = (place: Place): EffectiveAcl => {
    const unchecked: Place[] = [];
    for (let at: Place | null = place; at !== null && at.checked !== changes; at = at.above) unchecked.push(at);
    for (const at of unchecked.toReversed()) {
      at.standing = inheritAcl(at.above?.standing ?? noAcl, at.ground, at.standing, newNumber);
      at.checked = changes;
    }
    return place.standing ?? noAcl;
  };

  const placeOf = (id: NodeId | null): Place | null => (id === null ? null : (known.get(id) ?? null));

  const forget = (): void => {
    known = new Map();
    changes += 1;
  };

  return {
    effectiveAcl(id) {
      const place = known.get(id);
      return place === undefined ? undefined : standingOf(place);
    },
    learn(way) {
      if (known.size > mostPlaces) return forget();
      for (const ground of way.toReversed()) {
        if (known.has(ground.id)) continue;
        const above = placeOf(ground.parent);
        known.set(ground.id, { ground: groundOf(ground), above, standing: undefined, checked: -1 });
      }
    },
    change(ground) {
      changes += 1;
      const place = known.get(ground.id);
      if (place === undefined) return;
      const above = placeOf(ground.parent);
      // Moved below a place that nobody asked for yet: too rare for reading records here.
      if (above === null && ground.parent !== null) return forget();
      place.ground = groundOf(ground);
      place.above = above;
    },
    forget,
    get changes() {
      return changes;
    },
  };
}
