import { materialProperties } from './material.ts';
import { createTeacher, type Repository, teacherAuthority } from './repository.ts';

/** What lies in the repository before anything is measured. */
export interface Fixture {
  /** Materials, all with the same rights for the teacher: by the list of a folder above. */
  readonly materials: readonly string[];
  /** Folders of 100 materials each. */
  readonly folders: readonly string[];
  /** Empty folders in which the teacher may make things. */
  readonly drafts: readonly string[];
}

const perFolder = 100;
const draftFolders = 50;
/** Calls on their way at a time. */
const width = 32;

async function together(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const runner = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, runner));
}

/**
 * Fills a new repository through its interface. One list above everything gives the teacher the role Collaborator, and
 * every tenth folder has a list of its own besides, so that rights are found at several places of the tree.
 */
export async function fill(repository: Repository, nodes: number): Promise<Fixture> {
  const { asAdmin } = repository;
  await createTeacher(repository);

  const create = async (parent: string, type: string, properties: Record<string, string[]>): Promise<string> => {
    const { node } = await asAdmin.createNode({ repository: '-home-', node: parent, type, body: properties });
    return node.ref.id;
  };
  const createFolder = (parent: string, name: string) => create(parent, 'ccm:map', { 'cm:name': [name] });
  const allow = (node: string, permission: string) =>
    asAdmin.setPermissions({
      repository: '-home-',
      node,
      body: { inherited: true, permissions: [{ authority: teacherAuthority, permission }] },
    });

  const top = await createFolder('-companyhome-', 'Material');
  await allow(top, 'Collaborator');
  const [materials, folders, drafts]: [string[], string[], string[]] = [[], [], []];
  await together(Math.ceil(nodes / perFolder), async (at) => {
    const folder = await createFolder(top, `Sammlung ${at + 1}`);
    if (at % 10 === 0) await allow(folder, 'Consumer');
    folders.push(folder);
  });
  await together(draftFolders, async (at) => {
    drafts.push(await createFolder(top, `Entwürfe ${at + 1}`));
  });
  await together(nodes, async (at) => {
    const folder = folders[Math.floor(at / perFolder)] ?? top;
    materials.push(await create(folder, 'ccm:io', materialProperties(`Arbeitsblatt ${at + 1}.pdf`)));
  });
  return { materials, folders, drafts };
}
