import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { isOneOf } from '../../domain/access/acl.ts';
import { bareGroupName, groupNameOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type GroupProfile, newGroup } from '../../domain/identity/new-group.ts';
import type { GroupRecord } from '../../domain/identity/person-records.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import { nodeNameProblem } from '../../domain/text/node-name.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import type { RightsService } from '../access/rights.ts';
import { putMembership } from '../records/membership-records.ts';
import { byName } from '../records/name-order.ts';
import { freeNameIn } from '../records/node-changes.ts';
import { putNodeVersion } from '../records/version-records.ts';
import type { AccountCleanup } from './account-cleanup.ts';
import { groupMatch, putNewGroup, requireGroup, resolvedGroupName } from './groups.ts';
import { bind, memberPermission, unbind } from './organization-bindings.ts';

/** A group with the folder that its members share. */
export interface Organization {
  readonly group: GroupRecord;
  readonly folder: NodeId;
  /** Whether the folder was deleted. */
  readonly archived: boolean;
}

/** Groups with shared folders; in every call a name may be given with or without `GROUP_`. */
export interface OrganizationService {
  /**
   * Binds a group to a folder, and grants it Collaborator there. A group that was bound to another folder leaves that
   * one. Both in one change. Binding it again gives nobody else what they no longer have there. A folder that is not
   * there for the caller is `NotFound`; one in the safe area cannot be bound.
   */
  bind(caller: Caller, name: string, folder: NodeId): Promise<Organization>;
  /** Makes `GROUP_ORG_<name>` with a group of its administrators in it, and a folder at the top for it. */
  create(caller: Caller, name: string, profile: GroupProfile): Promise<Organization>;
  /** Takes away the binding and what it granted. The group and the folder stay. */
  unbind(name: string): Promise<void>;
  /** The caller's own, also through other groups; all for an administrator. By their names. */
  list(caller: Caller, pattern: string, page: PageRequest): Promise<Page<Organization>>;
  /** The shared folders of the caller, each once. */
  foldersOf(caller: Caller): Promise<NodeId[]>;
}

const organizationPrefix = 'ORG_';
const administratorsSuffix = '_ADMINISTRATORS';

/** Whoever sees an organization is told its folder: none may lie in an area. */
function requireOutside({ sessionScope: area }: Caller): void {
  if (area !== null) throw badRequest('Organizations share folders outside of the safe area. Leave it first.');
}

/** The group that an organization is called by: clients leave `ORG_` out where the repository made the group. */
async function boundGroup(store: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord> {
  const made = groupNameOf(`${organizationPrefix}${bareGroupName(name)}`);
  return (
    (await store.groups.get(groupNameOf(name))) ??
    (await store.groups.get(made)) ??
    requireGroup(store, groupNameOf(name))
  );
}

async function requireFolder(change: Change, id: NodeId): Promise<NodeRecord> {
  const folder = await change.nodes.get(id);
  if (folder === undefined || folder.archived !== null) throw notFound('Node', id);
  if (!folder.folder) throw badRequest(`Node ${id} is no folder: nothing can be shared in it.`);
  return folder;
}

export function createOrganizationService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  landmarks: SystemFolders,
  parts: { readonly callers: Callers; readonly rights: RightsService; readonly accountCleanup: AccountCleanup },
): OrganizationService {
  const { store, clock, randomness } = seams;
  const { callers, rights, accountCleanup: departures } = parts;

  /** A folder at the top that nobody but those granted something there, its owner and administrators can enter. */
  const makeFolder = async (change: Change, name: string, by: string): Promise<NodeRecord> => {
    const free = await freeNameIn(change, landmarks.companyHome, name);
    const acl = { inherits: false, entries: [] };
    const at = clock.now().toISOString();
    const place = { id: randomness.nodeId(), parent: landmarks.companyHome, type: 'ccm:map', folder: true };
    const folder = newNode({ ...place, name: free, at, by, acl });
    putNodeVersion(change, folder, '');
    return folder;
  };

  const bindings = async (isWanted: (group: string) => boolean): Promise<Organization[]> => {
    const found: { name: string; folder: NodeId }[] = [];
    for await (const [name, { folder }] of store.organizations.entries())
      if (isWanted(name)) found.push({ name, folder });
    const groups = await store.groups.getMany(found.map(({ name }) => name));
    const all: Organization[] = [];
    for (const [index, { folder }] of found.entries()) {
      const group = groups[index];
      // One record at a time: they may be large.
      const archived = (await store.nodes.get(folder))?.archived !== null;
      if (group !== undefined) all.push({ group, folder, archived });
    }
    return all;
  };

  return {
    async bind(caller, name, folderId) {
      requireOutside(caller);
      await rights.node(caller, folderId, 'ChangePermissions');
      return store.change(async (change) => {
        const group = await boundGroup(change, name);
        const { acl } = await requireFolder(change, folderId);
        const before = await change.organizations.get(group.name);
        const entry = { authority: group.name, permission: memberPermission };
        const grantedToOthers =
          before?.folder === folderId ? before.granted.filter(({ authority }) => authority !== group.name) : [];
        // What was taken away since, on purpose or with its group, must not come back.
        const kept = grantedToOthers.filter(isOneOf(acl?.entries ?? []));
        await unbind(change, rights, group.name);
        // Read behind the unbinding, which may have changed its list.
        const folder = await requireFolder(change, folderId);
        bind(change, rights, folder, group.name, [entry, ...kept], before?.since ?? clock.now().toISOString());
        return { group, folder: folderId, archived: false };
      });
    },
    async create(caller, given, profile) {
      requireOutside(caller);
      const bare = bareGroupName(given).replace(/^ORG_/, '');
      resolvedGroupName(bare);
      const name = resolvedGroupName(`${organizationPrefix}${bare}`);
      const administratorsName = resolvedGroupName(`${organizationPrefix}${bare}${administratorsSuffix}`);
      const at = clock.now().toISOString();
      const group = newGroup(name, { ...profile, displayName: profile.displayName ?? bare }, at);
      const folderName = nodeNameProblem(group.displayName) === undefined ? group.displayName : bare;
      await departures.whenFinished(name);
      await departures.whenFinished(administratorsName);
      return store.change(async (change) => {
        await putNewGroup(change, departures, group);
        const managing = { displayName: `${group.displayName} (Administrators)`, groupType: 'ORG_ADMINISTRATORS' };
        await putNewGroup(change, departures, newGroup(administratorsName, managing, at));
        putMembership(change, administratorsName, name, at);
        const folder = await makeFolder(change, folderName, caller.userName);
        const entries = [
          { authority: name, permission: memberPermission },
          { authority: administratorsName, permission: 'Coordinator' },
        ];
        bind(change, rights, folder, name, entries, at);
        change.afterCommit(callers.forget);
        return { group, folder: folder.id, archived: false };
      });
    },
    async unbind(name) {
      await store.change(async (change) => {
        const group = await boundGroup(change, name);
        if ((await unbind(change, rights, group.name)) === undefined) throw notFound('Organization', group.name);
      });
    },
    async list(caller, pattern, page) {
      const matches = groupMatch(pattern);
      const own = await bindings((name) => caller.isAdmin || caller.authorities.has(name));
      const found = own.filter(({ group }) => matches(group));
      return pageOf(found.sort(byName(({ group }) => group.name)), page);
    },
    async foldersOf(caller) {
      const own = await bindings((name) => caller.authorities.has(name));
      return [...new Set(own.map(({ folder }) => folder))];
    },
  };
}
