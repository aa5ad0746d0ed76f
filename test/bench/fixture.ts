import { materialProperties } from './material.ts';
import type { BenchOptions } from './options.ts';
import { createPerson, type Repository, teacher, teacherAuthority } from './repository.ts';
import { createSchool, wholeSchool } from './school.ts';
import { together } from './together.ts';

/** What lies in the repository before anything is measured. */
export interface Fixture {
  /** Materials, all with the same rights for the teacher and the pupil: by the list of a folder above. */
  readonly materials: readonly string[];
  /** Folders of 100 materials each. */
  readonly folders: readonly string[];
  /** Empty folders in which both may make things. */
  readonly drafts: readonly string[];
}

type Size = Pick<BenchOptions, 'nodes' | 'people'>;

const perFolder = 100;
const draftFolders = 50;
/** So many nodes get a list of their own, each another one. */
const distinctLists = 1_000;

/** The folders, and of the materials as many as are missing, from all folders alike. */
function listed(folders: readonly string[], materials: readonly string[]): string[] {
  const wanted = Math.min(Math.max(distinctLists - folders.length, 0), materials.length);
  const step = materials.length / Math.max(wanted, 1);
  return [...folders, ...Array.from({ length: wanted }, (_, at) => materials[Math.floor(at * step)] ?? '')];
}

/**
 * Fills a new repository through its interface. One list above everything gives the teacher, and the group of the whole
 * school, the role Collaborator. 1,000 folders and materials have lists of their own besides, each another one.
 */
export async function fill(repository: Repository, { nodes, people }: Size): Promise<Fixture> {
  const { asAdmin } = repository;
  await createPerson(repository, teacher);

  const create = async (parent: string, type: string, properties: Record<string, string[]>): Promise<string> => {
    const { node } = await asAdmin.createNode({ repository: '-home-', node: parent, type, body: properties });
    return node.ref.id;
  };
  const createFolder = (parent: string, name: string) => create(parent, 'ccm:map', { 'cm:name': [name] });

  const top = await createFolder('-companyhome-', 'Material');
  const [materials, folders, drafts]: [string[], string[], string[]] = [[], [], []];
  await together(Math.ceil(nodes / perFolder), async (at) => {
    const folder = await createFolder(top, `Sammlung ${at + 1}`);
    folders.push(folder);
  });
  await together(draftFolders, async (at) => {
    drafts.push(await createFolder(top, `Entwürfe ${at + 1}`));
  });
  await together(nodes, async (at) => {
    const folder = folders[Math.floor(at / perFolder)] ?? top;
    materials.push(await create(folder, 'ccm:io', materialProperties(`Arbeitsblatt ${at + 1}.pdf`)));
  });
  await createSchool(repository, people, listed(folders, materials));
  const permission = 'Collaborator';
  const permissions = [teacherAuthority, wholeSchool].map((authority) => ({ authority, permission }));
  await asAdmin.setPermissions({ repository: '-home-', node: top, body: { inherited: true, permissions } });
  return { materials, folders, drafts };
}
