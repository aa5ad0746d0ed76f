import { notFound } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { everyone } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { sharesOf } from '../records/share-records.ts';
import { type NamedPlace, placeOf } from './access-checks.ts';
import type { Callers } from './callers.ts';
import type { FolderPaths } from './folder-paths.ts';
import type { RightsService } from './rights.ts';

/** A node of another owner whose own list names a person or a group of the person. */
interface SharedNode {
  readonly node: NamedPlace;
  readonly owner: string;
  /** The person, or a group that the person is in. */
  readonly authority: string;
  readonly permissions: readonly string[];
}

interface SharedPage {
  readonly shared: readonly SharedNode[];
  /** Where to continue; null at the end. */
  readonly next: string | null;
}

interface SharedPageRequest {
  readonly after: string | undefined;
  readonly limit: number;
  /** Whether to list what is shared with everyone, too. For the guest it is always listed. */
  readonly everyone?: boolean;
}

/** Lists what a person sees through sharing. */
export interface SharedWithPeopleService {
  /**
   * The nodes that the person, or the guest for null, may read and that are shared with the person or a group of the person, in the
   * order of the names; with everyone only if the page asks for it. A node that is shared with several has several entries.
   * Rejects with `NotFound` for an unknown person.
   */
  sharedWith(caller: Caller, userName: string | null, page: SharedPageRequest): Promise<SharedPage>;
}

/** The position in the list: nothing but what the entry itself says. */
const positionOf = (authority: string, node: NodeId): string => `${authority}/${node}`;

/** The authority and the node of a position. A name may contain a slash, an ID does not. */
function readPosition(position: string): { readonly authority: string; readonly node: NodeId | undefined } {
  const slash = position.lastIndexOf('/');
  return { authority: position.slice(0, Math.max(slash, 0)), node: asNodeId(position.slice(slash + 1)) };
}

/** The guest, who may have the name of a person, owns nothing. */
const isOwner = (person: Caller, { owner }: NodeRecord): boolean =>
  person.kind === 'person' && owner === person.userName;

export function createSharedWithPeopleService(
  { store }: Pick<Seams, 'store'>,
  { callers, rights, folderPaths }: { callers: Callers; rights: RightsService; folderPaths: FolderPaths },
): SharedWithPeopleService {
  async function* sharedNodes(
    caller: Caller,
    person: Caller,
    { after = '', everyone: withEveryone = person.kind !== 'person' }: SharedPageRequest,
  ): AsyncGenerator<SharedNode> {
    const last = readPosition(after);
    const names = [...person.authorities].filter((name) => withEveryone || name !== everyone).sort();
    for (const authority of names.filter((name) => name >= last.authority)) {
      const from = authority === last.authority ? last.node : undefined;
      for await (const id of withPauses(sharesOf(store.grants, authority, from))) {
        const node = await store.nodes.get(id);
        if (node === undefined || isOwner(person, node) || !(await rights.mayRead(person, node))) continue;
        const own = node.acl?.entries.filter((entry) => entry.authority === authority) ?? [];
        const place = own.length === 0 ? null : await placeOf(folderPaths, caller, id);
        if (place === null) continue;
        yield { node: place, owner: node.owner, authority, permissions: own.map(({ permission }) => permission) };
      }
    }
  }

  return {
    async sharedWith(caller, userName, request) {
      const person = await (userName === null ? callers.unknown() : callers.of(userName, caller.sessionScope));
      if (person === undefined) throw notFound('Person', userName ?? '');
      const shared: SharedNode[] = [];
      for await (const each of sharedNodes(caller, person, request)) {
        if (shared.length === request.limit) {
          const last = shared.at(-1);
          return { shared, next: last === undefined ? null : positionOf(last.authority, last.node.id) };
        }
        shared.push(each);
      }
      return { shared, next: null };
    },
  };
}
