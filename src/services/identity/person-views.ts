import type { NodeId } from '../../base/ids.ts';
import {
  type AssertedAttributes,
  type AttributeSources,
  assertedAttributes,
} from '../../domain/identity/asserted-attributes.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { createGroupReader, groupsAbove } from '../records/membership-records.ts';
import { isFolderThere } from './organizations.ts';

/** A person with the related data that presenters need. */
export interface PersonView {
  readonly person: PersonRecord;
  /** The folders of the person's organizations, also through other groups. */
  readonly sharedFolders: readonly NodeId[];
  readonly attributes: AssertedAttributes;
}

export interface PersonViewService {
  view(person: PersonRecord): Promise<PersonView>;
  /** Like `view`, for a list of people. Reads organizations and groups only once. */
  reader(): Promise<(person: PersonRecord) => Promise<PersonView>>;
}

export function createPersonViewService(
  parts: Pick<Seams, 'store'> & { readonly rights: RightsService },
  sources: AttributeSources,
): PersonViewService {
  const { store } = parts;

  /** The folders of organizations that were not deleted, by group. */
  const foldersByGroup = async (): Promise<Map<string, NodeId>> => {
    const folders = new Map<string, NodeId>();
    for await (const [group, { folder }] of store.organizations.entries()) folders.set(group, folder);
    for (const [group, id] of folders) {
      if (!(await isFolderThere(parts, id))) folders.delete(group);
    }
    return folders;
  };

  const viewOf = (person: PersonRecord, sharedFolders: readonly NodeId[]): PersonView => ({
    person,
    sharedFolders,
    attributes: assertedAttributes(person, sources),
  });

  const reader: PersonViewService['reader'] = async () => {
    const folders = await foldersByGroup();
    const read = createGroupReader(store);
    return async (person) => {
      if (folders.size === 0) return viewOf(person, []);
      const groups = await groupsAbove(store, person.userName, read);
      const own = [...folders].filter(([group]) => groups.has(group)).map(([, folder]) => folder);
      return viewOf(person, [...new Set(own)]);
    };
  };

  return {
    reader,
    view: async (person) => (await reader())(person),
  };
}
