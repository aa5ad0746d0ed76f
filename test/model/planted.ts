import { aText, at, note, type Real } from './real.ts';
import { addVersion, create, type NewChild, type Node, type Tree } from './tree.ts';

/** Makes a child in the model and in the repository. */
async function make(model: Tree, real: Real, parent: Node, child: NewChild): Promise<Node> {
  const type = child.folder ? 'ccm:map' : 'ccm:io';
  const body = { 'cm:name': [child.name], 'cm:title': [child.title] };
  const answer = await real.as('anna').createNode({ ...at(real, parent), type, body });
  return note(real, create(model, 'anna', parent, child), answer);
}

/** What every run begins with: folders in folders with files in them, some of it open to Bert. */
export async function plant(model: Tree, real: Real, top: Node, title: string): Promise<void> {
  const child = (folder: boolean, childName: string) => ({ folder, name: childName, title, rename: false });
  const outer = await make(model, real, top, child(true, 'b'));
  const inner = await make(model, real, outer, child(true, 'CON'));
  for (const parent of [top, outer, inner]) {
    const made = await make(model, real, parent, child(false, 'a.txt'));
    await real.as('anna').uploadContent({ ...at(real, made), versionComment: 'upload', body: aText('null') });
    made.text = 'null';
    addVersion('anna', made, 'upload');
  }
  const permissions = [
    { authority: { authorityName: 'bert', authorityType: 'USER' as const }, permission: 'Collaborator' },
  ];
  await real.as('anna').setPermissions({ ...at(real, outer), body: { inherited: true, permissions } });
  outer.list = { inherits: true, entries: { bert: 'Collaborator' } };
}
