import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { isPermission } from '../../base/permission-names.ts';
import { administrators, authorityTypeOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { accessNames, includes, noRights, type Rights, rightsOfPermission } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from './callers.ts';
import type { FolderPaths } from './folder-paths.ts';
import type { RightsReason } from './granted-rights.ts';
import { type GroupChains, groupChains } from './group-chains.ts';
import { type ReferenceService, rightsOfReferenceAlone, rightsOnReference } from './references.ts';
import type { RightsService } from './rights.ts';

/** A node with its path as a caller sees it. */
export interface NamedPlace {
  readonly id: NodeId;
  readonly path: string;
}

/** Why a person has a right, as a caller may know it. */
export interface AccessReason {
  /** `hidden`: the caller may not see the permissions that it comes from. */
  readonly kind:
    | 'administrator'
    | 'owner'
    | 'top-folder'
    | 'usage'
    | 'person'
    | 'group'
    | 'everyone'
    | 'guest'
    | 'hidden';
  /** The permission that an entry grants; null for other reasons. */
  readonly permission: string | null;
  /** The node with the entry; null for other reasons, and if the caller may not read it. */
  readonly place: NamedPlace | null;
  /** From the group that the person is a direct member of to the one in the entry. Null: groups that the caller may not see. */
  readonly groups: readonly (string | null)[];
  /** Whether it concerns the original of a reference, on which the person needs the right, too. */
  readonly onOriginal: boolean;
}

interface CheckedRight {
  readonly right: string;
  readonly granted: boolean;
  /** The reasons that each suffice or, if none does, those that do together. Empty if the right is not granted. */
  readonly reasons: readonly AccessReason[];
}

/** Explains rights. Evaluates nothing itself: all rights come from `RightsService`. */
export interface AccessCheckService {
  /**
   * Whether a person, or the guest for null, has each right on a node, and why. Rights are names of permissions; none means all
   * names of `access`. Callers may ask for themselves on nodes that they may read; for others they need `ReadPermissions`.
   */
  check(caller: Caller, node: NodeId, userName: string | null, rights: readonly string[]): Promise<CheckedRight[]>;
}

interface Parts {
  readonly callers: Callers;
  readonly rights: RightsService;
  readonly references: ReferenceService;
  readonly folderPaths: FolderPaths;
}

type WeighedReason = AccessReason & { readonly rights: Rights };

/** What the presentation of reasons depends on. */
interface Question {
  readonly caller: Caller;
  readonly person: Caller;
  readonly chains: GroupChains;
}

const isSelf = ({ caller, person }: Pick<Question, 'caller' | 'person'>): boolean => caller === person;

/** The groups with null for those that the caller may not see; the last is in permissions that the caller may read. */
function visibleChain(question: Question, group: string): (string | null)[] {
  const { caller, chains } = question;
  const isVisible = (name: string): boolean =>
    name === group || caller.isAdmin || isSelf(question) || caller.authorities.has(name);
  const chain = chains(group).map((name) => (isVisible(name) ? name : null));
  // How many hidden groups there are in a row is hidden, too.
  return chain.filter((name, at) => name !== null || chain[at - 1] !== null || at === 0);
}

const entryKinds = { USER: 'person', GROUP: 'group', EVERYONE: 'everyone', GUEST: 'guest', OWNER: 'owner' } as const;

function requireRightNames(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length === 0) return names.length === 0 ? accessNames : [...new Set(names)];
  throw badRequest(
    `Unknown rights: ${unknown.slice(0, 20).join(', ').slice(0, 1_000)}. The names are those of "access", such as ${accessNames.join(', ')}, and roles such as Consumer.`,
  );
}

/** The reasons that suffice for a right or, if none does, all that contribute to it. */
function reasonsFor(required: Rights, reasons: readonly WeighedReason[]): AccessReason[] {
  const whole = reasons.filter(({ rights }) => includes(rights, required));
  const chosen = whole.length > 0 ? whole : reasons.filter(({ rights }) => (rights & required) !== noRights);
  return chosen.map(({ rights: _, ...reason }) => reason);
}

/** The place as the caller sees it; null if the caller may not read it. */
export async function placeOf(folderPaths: FolderPaths, caller: Caller, id: NodeId): Promise<NamedPlace | null> {
  const path = await folderPaths.pathOf(caller, id);
  return path === undefined ? null : { id, path };
}

export function createAccessCheckService({ store }: Pick<Seams, 'store'>, parts: Parts): AccessCheckService {
  const { callers, rights, references, folderPaths } = parts;

  const present = async (reason: RightsReason, question: Question): Promise<WeighedReason> => {
    const shown = { permission: null, place: null, onOriginal: false, rights: reason.rights };
    if (reason.kind !== 'entry') {
      const groups = reason.kind === 'administrator' ? visibleChain(question, administrators) : [];
      return { ...shown, kind: reason.kind, groups };
    }
    const { authority, permission } = reason.entry;
    const kind = entryKinds[authorityTypeOf(authority)];
    const groups = kind === 'group' ? visibleChain(question, authority) : [];
    return { ...shown, kind, permission, place: await placeOf(folderPaths, question.caller, reason.place), groups };
  };

  const reasonsOn = async (node: NodeRecord, question: Question): Promise<WeighedReason[]> => {
    const reasons: WeighedReason[] = [];
    for (const reason of await rights.reasons(question.person, node)) reasons.push(await present(reason, question));
    return reasons;
  };

  /** The reasons on the original of a reference. Permissions that the caller may not read are one hidden reason. */
  const reasonsOnOriginal = async (id: NodeId, question: Question): Promise<WeighedReason[]> => {
    const original = await store.nodes.get(id);
    if (original === undefined) return [];
    const onCaller = await rights.of(question.caller, original);
    if (isSelf(question) || includes(onCaller, rightsOfPermission('ReadPermissions')))
      return (await reasonsOn(original, question)).map((reason) => ({ ...reason, onOriginal: true }));
    const hidden = { kind: 'hidden', permission: null, place: null, groups: [], onOriginal: true } as const;
    return [{ ...hidden, rights: await rights.of(question.person, original) }];
  };

  /** The reasons on a node. On a reference, content needs the right on the reference and on its original. */
  const allReasons = async (node: NodeRecord, question: Question): Promise<WeighedReason[]> => {
    const own = await reasonsOn(node, question);
    if (node.original === undefined) return own;
    const { onOriginal } = await references.see(question.person, node);
    const onReference = own.reduce((sum, reason) => sum | reason.rights, noRights);
    const needed = rightsOnReference(onReference, onOriginal) & ~rightsOfReferenceAlone;
    const ofOriginal = onOriginal === noRights ? [] : await reasonsOnOriginal(node.original, question);
    return [
      ...own.map((reason) => ({ ...reason, rights: rightsOnReference(reason.rights, onOriginal) })),
      ...ofOriginal.map((reason) => ({ ...reason, rights: reason.rights & needed })),
    ];
  };

  return {
    async check(caller, id, userName, names) {
      const isOwn = caller.kind === 'person' && caller.userName === userName;
      const node = await rights.node(caller, id, isOwn ? 'ReadProperties' : 'ReadPermissions');
      const requested = requireRightNames(names);
      const others = () => (userName === null ? callers.unknown() : callers.of(userName, caller.sessionScope));
      const person = isOwn ? caller : await others();
      if (person === undefined) throw notFound('Person', userName ?? '');
      // The guest may have the name of a person.
      const chains = await groupChains(store, person.kind === 'person' ? person.userName : '');
      const reasons = await allReasons(node, { caller, person, chains });
      const granted = reasons.reduce((sum, reason) => sum | reason.rights, noRights);
      return requested.map((right) => {
        const required = rightsOfPermission(right);
        const isGranted = includes(granted, required);
        return { right, granted: isGranted, reasons: isGranted ? reasonsFor(required, reasons) : [] };
      });
    },
  };
}
