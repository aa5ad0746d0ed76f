import type { NodeId } from '../base/ids.ts';
import type { PersonRecord } from '../domain/records.ts';
import { type AttributeSources, type StatedAttributes, statedAttributes } from '../domain/stated-attributes.ts';
import type { Seams } from '../ports/seams.ts';
import { groupsAbove, rememberingGroups } from './membership-records.ts';

/** A person with what their description needs besides the record. */
export interface PersonView {
  readonly person: PersonRecord;
  /** The folders of the organizations that the person belongs to, also through other groups. */
  readonly sharedFolders: readonly NodeId[];
  readonly attributes: StatedAttributes;
}

export interface PersonViewService {
  view(person: PersonRecord): Promise<PersonView>;
  views(people: readonly PersonRecord[]): Promise<PersonView[]>;
}

export function createPersonViewService(seams: Pick<Seams, 'store'>, sources: AttributeSources): PersonViewService {
  const { store } = seams;

  /** The folders that are there, by the groups that are bound to them. */
  const foldersByGroup = async (): Promise<Map<string, NodeId>> => {
    const folders = new Map<string, NodeId>();
    for await (const [group, { folder }] of store.organizations.entries()) folders.set(group, folder);
    const nodes = await store.nodes.getMany([...folders.values()]);
    return new Map([...folders].filter((_, index) => nodes[index]?.archived === null));
  };

  const shown = (person: PersonRecord, sharedFolders: readonly NodeId[]): PersonView => ({
    person,
    sharedFolders,
    attributes: statedAttributes(person, sources),
  });

  const views = async (people: readonly PersonRecord[]): Promise<PersonView[]> => {
    const folders = await foldersByGroup();
    if (folders.size === 0) return people.map((person) => shown(person, []));
    const read = rememberingGroups(store);
    const all: PersonView[] = [];
    for (const person of people) {
      const groups = await groupsAbove(store, person.userName, read);
      const own = [...folders].filter(([group]) => groups.has(group)).map(([, folder]) => folder);
      all.push(shown(person, [...new Set(own)]));
    }
    return all;
  };

  return {
    views,
    async view(person) {
      const [view] = await views([person]);
      return view ?? shown(person, []);
    },
  };
}
