import type { Caller } from '../domain/caller.ts';
import type { KeptPicture } from '../domain/picture.ts';
import type { NodeRecord, PersonRecord } from '../domain/records.ts';
import type { Rights } from '../domain/rights.ts';
import type { PeopleService } from './people.ts';
import type { PreviewService } from './previews.ts';
import type { RatingService } from './ratings.ts';
import type { RightsService } from './rights.ts';

/** A node with what its description needs besides the record. */
export interface NodeView {
  readonly node: NodeRecord;
  /** What the caller may do. */
  readonly rights: Rights;
  readonly isPublic: boolean;
  readonly creator: PersonRecord | undefined;
  readonly modifier: PersonRecord | undefined;
  readonly owner: PersonRecord | undefined;
  /** What the caller gave it; 0 where nothing. */
  readonly ownRating: number;
  /** Only in lists of the trash: where it lay; null where that folder is gone, or is hidden from the caller. */
  readonly archivedFrom?: string | null;
  /** What is shown of it; undefined: a card. The same object as long as it is the same picture. */
  readonly picture: KeptPicture | undefined;
}

export interface NodeViewService {
  view(caller: Caller, node: NodeRecord): Promise<NodeView>;
  views(caller: Caller, nodes: readonly NodeRecord[]): Promise<NodeView[]>;
}

export function createNodeViewService(
  rights: RightsService,
  people: PeopleService,
  ratings: Pick<RatingService, 'of'>,
  previews: PreviewService,
): NodeViewService {
  const view = async (
    caller: Caller,
    node: NodeRecord,
    person: (userName: string) => Promise<PersonRecord | undefined>,
  ): Promise<NodeView> => ({
    node,
    rights: await rights.of(caller, node),
    isPublic: await rights.isPublic(node),
    creator: await person(node.createdBy),
    modifier: await person(node.modifiedBy),
    owner: await person(node.owner),
    // Most nodes have no ratings, and none of the caller's then.
    ownRating: node.ratings === undefined ? 0 : await ratings.of(caller, node.id),
    picture: await previews.pictureOf(node),
  });

  /** Each person is read once for a whole list. */
  const personReader = () => {
    const known = new Map<string, Promise<PersonRecord | undefined>>();
    return (userName: string): Promise<PersonRecord | undefined> => {
      const person = known.get(userName) ?? people.find(userName);
      known.set(userName, person);
      return person;
    };
  };

  return {
    view: (caller, node) => view(caller, node, personReader()),
    async views(caller, nodes) {
      const person = personReader();
      const all: NodeView[] = [];
      for (const node of nodes) all.push(await view(caller, node, person));
      return all;
    },
  };
}
