import type { FuzzCall } from './call.ts';
import type { World } from './world.ts';

interface WireRef {
  readonly ref: { readonly id: string };
}

/** The parts of answers that name what was made. */
interface Made {
  readonly node: WireRef;
  readonly collection: WireRef;
  readonly ref: { readonly id: string };
  readonly authorityName: string;
  readonly appid: string;
}

type Effect = (world: World, param: (name: string) => string, made: Made) => void;

const queried = ({ query }: FuzzCall, name: string): string => String(query.find(([other]) => other === name)?.[1]);

/** What a successful call makes or takes away. */
const effects: Readonly<Record<string, Effect>> = {
  createNode: (world, _, { node }) => world.add('unused', node.ref.id),
  copyNode: (world, _, { node }) => world.add('unused', node.ref.id),
  deleteNode: (world, param) => {
    world.remove('unused', param('node'));
    world.add('archived', param('node'));
  },
  restoreArchived: (world, param) => {
    world.remove('archived', param('archivedNodeIds'));
    world.add('unused', param('archivedNodeIds'));
  },
  purgeArchived: (world, param) => world.remove('archived', param('archivedNodeIds')),
  createCollection: (world, _, { collection }) => world.add('unusedCollections', collection.ref.id),
  deleteCollection: (world, param) => world.remove('unusedCollections', param('collection')),
  addReference: (world, param, { node }) => world.add('references', param('collection'), node.ref.id),
  removeReference: (world, param) => world.remove('references', param('node')),
  addComment: (world, param, { ref }) => world.add('comments', ref.id, param('node')),
  deleteComment: (world, param) => world.remove('comments', param('node')),
  createGroup: (world, _, { authorityName }) => world.add('unusedGroups', authorityName),
  deleteGroup: (world, param) => world.remove('unusedGroups', param('group')),
  addMember: (world, param) => world.add('memberships', param('group'), param('member')),
  removeMember: (world, param) => world.remove('memberships', param('group'), param('member')),
  createPerson: (world, _, { authorityName }) => world.add('people', authorityName),
  deletePerson: (world, param) => world.remove('people', param('person')),
  putOrganization: (world, _, { authorityName }) => world.add('organizations', authorityName),
  deleteOrganization: (world, param) => world.remove('organizations', param('organization')),
  registerApplication: (world, _, { appid }) => world.add('applications', appid),
  removeApplication: (world, param) => world.remove('applications', param('application')),
  addOAuthClient: (world, param) => world.add('clients', param('client')),
  removeOAuthClient: (world, param) => world.remove('clients', param('client')),
};

/** Notes in the world what a call did that was answered by this body. The places of the call are filled. */
export function noteEffect(world: World, call: FuzzCall, body: unknown): void {
  const param = (name: string): string => String(call.params[name] ?? queried(call, name));
  effects[call.operation]?.(world, param, body as Made);
}
