import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { nodeNameProblem } from '../../base/node-name.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { isOneOf } from '../../domain/access/acl.ts';
import { bareGroupName, groupNameOf } from '../../domain/access/authorities.ts';
import { anonymousCaller, type Caller } from '../../domain/access/caller.ts';
import { type GroupProfile, newGroup } from '../../domain/identity/new-group.ts';
import type { GroupRecord } from '../../domain/identity/person-records.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
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
import { leaveGroups } from './memberships.ts';
import { bind, memberPermission, unbind } from './organization-bindings.ts';

/** A group with a folder that its members share. */
export interface Organization {
  readonly group: GroupRecord;
  readonly folder: NodeId;
  /** Whether the folder, or one above it, was deleted. */
  readonly archived: boolean;
}

/** Manages organizations: groups with a shared folder. All methods accept names with or without `GROUP_`. */
export interface OrganizationService {
  /**
   * Binds a group to a folder and grants it Collaborator there. If the group is bound to another folder, the same change
   * ends that binding. Binding a group to its folder again does not restore removed ACL entries of other authorities.
   * Rejects with `NotFound` if the folder does not exist for the caller, and with `BadRequest` in the safe session scope.
   */
  bind(caller: Caller, name: string, folder: NodeId): Promise<Organization>;
  /** Creates `GROUP_ORG_<name>`, in it a group of its administrators, and a shared folder in the company home. */
  create(caller: Caller, name: string, profile: GroupProfile): Promise<Organization>;
  /** Removes the binding, and the ACL entries that it added to the folder. The group and the folder stay. */
  unbind(name: string): Promise<void>;
  /** Rejects with `NotFound` if there is none, or if it is none of the caller's, who is not told which there are. */
  get(caller: Caller, name: string): Promise<Organization>;
  /** Removes a direct member of the group, and of the group of its administrators. */
  removeMember(name: string, member: string): Promise<void>;
  /** The caller's organizations, also through other groups. All of them for an administrator. Ordered by name. */
  list(caller: Caller, pattern: string, page: PageRequest): Promise<Page<Organization>>;
  /** The shared folders of the caller, without duplicates. */
  foldersOf(caller: Caller): Promise<NodeId[]>;
}

interface OrganizationParts extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly systemFolders: SystemFolders;
  readonly callers: Callers;
  readonly rights: RightsService;
  readonly accountCleanup: AccountCleanup;
}

const organizationPrefix = 'ORG_';
const administratorsSuffix = '_ADMINISTRATORS';

/** A list of organizations contains the IDs of their folders, and must not reveal nodes of another session scope. */
function requireOutsideSafe({ sessionScope }: Caller): void {
  if (sessionScope === null) return;
  throw badRequest('Organizations cannot share folders in the session scope "safe". Sign in without it first.');
}

/** The group of an organization. Clients may omit `ORG_` if the repository created the group. */
async function findBound(store: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord | undefined> {
  const prefixed = groupNameOf(`${organizationPrefix}${bareGroupName(name)}`);
  return (await store.groups.get(groupNameOf(name))) ?? (await store.groups.get(prefixed));
}

const boundGroup = async (store: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord> =>
  (await findBound(store, name)) ?? requireGroup(store, groupNameOf(name));

async function requireFolder(change: Change, id: NodeId): Promise<NodeRecord> {
  const folder = await change.nodes.get(id);
  if (folder === undefined || folder.archived !== null) throw notFound('Node', id);
  if (!folder.folder) throw badRequest(`Node ${id} is not a folder. Choose a folder for the organization to share.`);
  return folder;
}

/** Binds a group to a folder again or for the first time, and ends its previous binding. */
async function rebind(
  change: Change,
  rights: RightsService,
  group: string,
  folderId: NodeId,
  at: Timestamp,
): Promise<void> {
  const { acl } = await requireFolder(change, folderId);
  const before = await change.organizations.get(group);
  const entry = { authority: group, permission: memberPermission };
  const grantedToOthers =
    before?.folder === folderId ? before.granted.filter(({ authority }) => authority !== group) : [];
  // Entries that were removed since, on purpose or with their group, must not come back.
  const remaining = grantedToOthers.filter(isOneOf(acl?.entries ?? []));
  await unbind(change, rights, group);
  // Read again, because `unbind` may have changed the ACL.
  const folder = await requireFolder(change, folderId);
  bind(change, rights, folder, group, [entry, ...remaining], before?.since ?? at);
}

/** Whether the folder of an organization is there: neither it nor a folder above it was deleted. */
export async function isFolderThere(
  { store, rights }: Pick<OrganizationParts, 'store' | 'rights'>,
  folder: NodeId,
): Promise<boolean> {
  const node = await store.nodes.get(folder);
  return node !== undefined && (await rights.isThere(anonymousCaller, node));
}

async function readOrganizations(
  parts: Pick<OrganizationParts, 'store' | 'rights'>,
  isIncluded: (group: string) => boolean,
): Promise<Organization[]> {
  const { store } = parts;
  const bindings: { name: string; folder: NodeId }[] = [];
  for await (const [name, { folder }] of store.organizations.entries()) {
    if (isIncluded(name)) bindings.push({ name, folder });
  }
  const groups = await store.groups.getMany(bindings.map(({ name }) => name));
  const organizations: Organization[] = [];
  for (const [index, { folder }] of bindings.entries()) {
    const group = groups[index];
    // Reads one record at a time, because records may be large.
    if (group !== undefined) organizations.push({ group, folder, archived: !(await isFolderThere(parts, folder)) });
  }
  return organizations;
}

interface OrganizationPlan {
  readonly group: GroupRecord;
  readonly administrators: GroupRecord;
  readonly folderName: string;
}

/** The groups and the folder name for a new organization. Throws `BadRequest` if a name is invalid. */
function planOrganization(requestedName: string, profile: GroupProfile, at: Timestamp): OrganizationPlan {
  const bare = bareGroupName(requestedName).replace(/^ORG_/, '');
  resolvedGroupName(bare);
  const name = resolvedGroupName(`${organizationPrefix}${bare}`);
  const administratorsName = resolvedGroupName(`${organizationPrefix}${bare}${administratorsSuffix}`);
  const group = newGroup(name, { ...profile, displayName: profile.displayName ?? bare }, at);
  const displayName = `${group.displayName} (Administrators)`;
  return {
    group,
    administrators: newGroup(administratorsName, { displayName, groupType: 'ORG_ADMINISTRATORS' }, at),
    folderName: nodeNameProblem(group.displayName) === undefined ? group.displayName : bare,
  };
}

/** Creates a folder that inherits no ACL entries. Appends a number to the name if the parent has a child of this name. */
async function putSharedFolder(
  change: Change,
  { clock, randomness }: Pick<Seams, 'clock' | 'randomness'>,
  { parent, name, by }: { readonly parent: NodeId; readonly name: string; readonly by: string },
): Promise<NodeRecord> {
  const freeName = await freeNameIn(change, parent, name);
  const at = clock.now().toISOString();
  const acl = { inherits: false, entries: [] };
  const id = randomness.nodeId();
  const folder = newNode({ id, parent, type: 'ccm:map', folder: true, name: freeName, at, by, acl });
  putNodeVersion(change, folder, '');
  return folder;
}

async function createOrganization(
  parts: OrganizationParts,
  caller: Caller,
  requestedName: string,
  profile: GroupProfile,
): Promise<Organization> {
  const { store, clock, systemFolders, callers, rights, accountCleanup } = parts;
  requireOutsideSafe(caller);
  const at = clock.now().toISOString();
  const { group, administrators, folderName } = planOrganization(requestedName, profile, at);
  await accountCleanup.whenFinished(group.name);
  await accountCleanup.whenFinished(administrators.name);
  return store.change(async (change) => {
    await putNewGroup(change, group);
    await putNewGroup(change, administrators);
    putMembership(change, administrators.name, group.name, at);
    const shared = { parent: systemFolders.companyHome, name: folderName, by: caller.userName };
    const folder = await putSharedFolder(change, parts, shared);
    const entries = [
      { authority: group.name, permission: memberPermission },
      { authority: administrators.name, permission: 'Coordinator' },
    ];
    bind(change, rights, folder, group.name, entries, at);
    change.afterCommit(() => callers.forget());
    return { group, folder: folder.id, archived: false };
  });
}

async function removeMember({ store, callers }: OrganizationParts, name: string, member: string): Promise<void> {
  await store.change(async (change) => {
    const group = await boundGroup(change, name);
    if (!(await change.organizations.has(group.name))) throw notFound('Organization', group.name);
    await leaveGroups(change, member, [group.name, `${group.name}${administratorsSuffix}`]);
    change.afterCommit(() => callers.forget(member));
  });
}

export function createOrganizationService(parts: OrganizationParts): OrganizationService {
  const { store, clock, rights } = parts;
  return {
    create: (caller, name, profile) => createOrganization(parts, caller, name, profile),
    async bind(caller, name, folder) {
      requireOutsideSafe(caller);
      await rights.node(caller, folder, 'ChangePermissions');
      return store.change(async (change) => {
        const group = await boundGroup(change, name);
        await rebind(change, rights, group.name, folder, clock.now().toISOString());
        return { group, folder, archived: false };
      });
    },
    async unbind(name) {
      await store.change(async (change) => {
        const group = await boundGroup(change, name);
        if ((await unbind(change, rights, group.name)) === undefined) throw notFound('Organization', group.name);
      });
    },
    async get(caller, name) {
      const group = await findBound(store, name);
      const binding = group && (await store.organizations.get(group.name));
      const isShown = group !== undefined && (caller.isAdmin || caller.authorities.has(group.name));
      // Those of others are not told from none.
      if (binding === undefined || !isShown) throw notFound('Organization', groupNameOf(name));
      return { group, folder: binding.folder, archived: !(await isFolderThere(parts, binding.folder)) };
    },
    removeMember: (name, member) => removeMember(parts, name, member),
    async list(caller, pattern, page) {
      const matches = groupMatch(pattern);
      const own = await readOrganizations(parts, (name) => caller.isAdmin || caller.authorities.has(name));
      const matching = own.filter(({ group }) => matches(group));
      return pageOf(matching.sort(byName(({ group }) => group.name)), page);
    },
    async foldersOf(caller) {
      const own = await readOrganizations(parts, (name) => caller.authorities.has(name));
      return [...new Set(own.map(({ folder }) => folder))];
    },
  };
}
