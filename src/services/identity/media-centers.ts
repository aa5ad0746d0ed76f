import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { authorityTypeOf, groupNameOf } from '../../domain/access/authorities.ts';
import {
  isMediaCenter,
  mediaCenterNameOf,
  mediaCenterType,
  noDetails,
  proxyNameOf,
  proxyType,
} from '../../domain/identity/media-center.ts';
import { changedGroup, type GroupProfile, newGroup } from '../../domain/identity/new-group.ts';
import type { GroupRecord, MediaCenterDetails } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections, Store } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { membersOf } from '../records/membership-records.ts';
import { byName } from '../records/name-order.ts';
import { names, sharesOf } from '../records/share-records.ts';
import type { AccountCleanup } from './account-cleanup.ts';
import { putNewGroup, resolvedGroupName } from './groups.ts';
import type { MembershipService } from './memberships.ts';

interface MediaCenterProfile extends Omit<GroupProfile, 'groupType'> {
  /** Missing details are not changed, or are null in a new media centre. */
  readonly details?: { readonly [K in keyof MediaCenterDetails]?: MediaCenterDetails[K] | undefined } | undefined;
}

/**
 * Media centres: groups of the type `MEDIA_CENTER` whose names begin with `GROUP_MEDIA_CENTER_`. All methods accept names
 * without this prefix, and reject with `NotFound` for an unknown media centre.
 */
export interface MediaCenterService {
  /** All media centres, ordered by name. */
  list(): Promise<readonly GroupRecord[]>;
  get(name: string): Promise<GroupRecord>;
  /** Creates it together with its proxy group, unless there is a group of this name. */
  create(name: string, profile: MediaCenterProfile): Promise<GroupRecord>;
  /** Creates the proxy group, too, if it is missing: earlier versions did not have it. */
  update(name: string, profile: MediaCenterProfile): Promise<GroupRecord>;
  /** The groups that are direct members, ordered by name. */
  managedGroups(name: string): Promise<readonly GroupRecord[]>;
  /** Makes a group a member. Rejects with `BadRequest` for a person, and as `MembershipService.add` does. */
  manage(name: string, group: string): Promise<void>;
  /** Rejects with `NotFound` if the group is not a member. */
  release(name: string, group: string): Promise<void>;
  /** The nodes whose own ACL names the media centre, ordered by ID. Does not check the rights of a caller. */
  nodes(name: string): Promise<readonly NodeId[]>;
}

interface MediaCenterParts extends Pick<Seams, 'store' | 'clock'> {
  readonly callers: Callers;
  readonly accountCleanup: AccountCleanup;
  readonly memberships: Pick<MembershipService, 'add' | 'remove'>;
}

async function requireMediaCenter({ groups }: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord> {
  const stored = mediaCenterNameOf(name);
  const group = await groups.get(stored);
  if (group === undefined || !isMediaCenter(group)) throw notFound('Media centre', stored);
  return group;
}

/** Names of people are also valid without `GROUP_`, so a group must exist under the prefixed name. */
function requireGroupName(group: string): string {
  const name = groupNameOf(group);
  if (authorityTypeOf(name) === 'GROUP') return name;
  throw badRequest(`${name} is a special authority. A media centre can only manage groups. Choose a group.`);
}

const detailsOf = (before: MediaCenterDetails | undefined, changes: MediaCenterProfile['details']) => ({
  ...(before ?? noDetails),
  ...Object.fromEntries(Object.entries(changes ?? {}).filter(([, value]) => value !== undefined)),
});

async function groupsIn(store: Store, isIncluded: (group: GroupRecord) => boolean): Promise<GroupRecord[]> {
  const groups: GroupRecord[] = [];
  for await (const [, group] of withPauses(store.groups.entries())) if (isIncluded(group)) groups.push(group);
  return groups.sort(byName(({ name }) => name));
}

async function nodesSharedWith({ store }: MediaCenterParts, authority: string): Promise<NodeId[]> {
  const shared: NodeId[] = [];
  for await (const id of withPauses(sharesOf(store.grants, authority))) {
    const node = await store.nodes.get(id);
    if (node !== undefined && names(node, authority)) shared.push(id);
  }
  return shared;
}

async function putProxy(change: Change, { name, displayName }: GroupRecord, at: Timestamp): Promise<void> {
  const proxy = proxyNameOf(name);
  if (await change.groups.has(proxy)) return;
  await putNewGroup(change, newGroup(proxy, { displayName, groupType: proxyType }, at));
}

async function createMediaCenter(
  { store, clock, callers, accountCleanup }: MediaCenterParts,
  name: string,
  { details, ...profile }: MediaCenterProfile,
): Promise<GroupRecord> {
  const stored = resolvedGroupName(mediaCenterNameOf(name));
  if (!isMediaCenter({ name: stored })) {
    throw badRequest(
      `${stored} would be the proxy group of a media centre. Choose a name that does not begin with PROXY_.`,
    );
  }
  await accountCleanup.whenFinished(stored);
  await accountCleanup.whenFinished(resolvedGroupName(proxyNameOf(stored)));
  const described = { ...profile, displayName: profile.displayName ?? stored.slice(mediaCenterNameOf('').length) };
  const at = clock.now().toISOString();
  const group = {
    ...newGroup(stored, { ...described, groupType: mediaCenterType }, at),
    mediaCenter: detailsOf(undefined, details),
  };
  return store.change(async (change) => {
    await putNewGroup(change, group);
    await putProxy(change, group, at);
    change.afterCommit(() => callers.forget());
    return group;
  });
}

export function createMediaCenterService(parts: MediaCenterParts): MediaCenterService {
  const { store, clock, accountCleanup, memberships } = parts;
  return {
    list: () => groupsIn(store, isMediaCenter),
    get: (name) => requireMediaCenter(store, name),
    create: (name, profile) => createMediaCenter(parts, name, profile),
    async update(name, { details, ...profile }) {
      await accountCleanup.whenFinished(proxyNameOf(mediaCenterNameOf(name)));
      return store.change(async (change) => {
        const before = await requireMediaCenter(change, name);
        const after = { ...changedGroup(before, profile), mediaCenter: detailsOf(before.mediaCenter, details) };
        change.groups.put(before.name, after);
        await putProxy(change, after, clock.now().toISOString());
        return after;
      });
    },
    async managedGroups(name) {
      const { name: stored } = await requireMediaCenter(store, name);
      const groups = await store.groups.getMany(await membersOf(store, stored));
      return groups.filter((group) => group !== undefined).sort(byName((group) => group.name));
    },
    async manage(name, group) {
      const { name: stored } = await requireMediaCenter(store, name);
      await memberships.add(stored, requireGroupName(group));
    },
    async release(name, group) {
      const { name: stored } = await requireMediaCenter(store, name);
      await memberships.remove(stored, requireGroupName(group));
    },
    async nodes(name) {
      const { name: stored } = await requireMediaCenter(store, name);
      return nodesSharedWith(parts, stored);
    },
  };
}
