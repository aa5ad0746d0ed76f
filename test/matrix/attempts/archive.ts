import { callers, foreigner } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances } from '../target.ts';
import type { Wire } from '../wire.ts';
import { askAs, entries, type Maker, type Material, makeMaterial, nodePath, safeSession, target } from './material.ts';

/** What an administrator sees of the file in the trash and where it lay. */
function withPicture(wire: Wire, material: Material): Material {
  // Those without a home have nothing in it.
  if (material.file === '-userhome-') return material;
  const read = async (operation: string, params: Readonly<Record<string, string>>): Promise<string> => {
    const { status, text } = await wire.send(admin, operation, { params });
    return status === 200 ? text : String(status);
  };
  const picture = async () =>
    [
      await read('GET /archive/v1/search/{repository}/{pattern}', { pattern: material.name }),
      await read(`GET ${nodePath}/children`, { node: material.folder }),
    ].join('\n');
  return { ...material, picture };
}

const deleted = async (wire: Wire, by: Maker, material: Material): Promise<Material> => {
  await askAs(wire, by, `DELETE ${nodePath}`, { params: { node: material.file } });
  return material;
};

/** Somebody else's file that the caller has deleted, as everybody may. */
async function deed({ wire, caller }: Circumstances): Promise<Material> {
  const material = await makeMaterial(wire, foreigner, '-userhome-');
  await wire.ask(admin, `PUT ${nodePath}/permissions`, {
    params: { node: material.folder },
    json: { permissions: entries({ GROUP_EVERYONE: 'Coordinator' }) },
  });
  return deleted(wire, callers[caller] ?? admin, material);
}

async function inSafeArea({ wire }: Circumstances): Promise<Material> {
  const session = await safeSession(wire);
  return deleted(wire, session, await makeMaterial(wire, session, '-userhome-'));
}

async function made(circumstances: Circumstances): Promise<Material> {
  const { wire, caller, situation } = circumstances;
  const as = (name: string) => target({ ...circumstances, situation: name });
  const by = callers[caller];
  switch (situation) {
    case 'own':
      return by === undefined ? as('own') : deleted(wire, by, await as('own'));
    case 'shared':
      return deleted(wire, admin, await as('shared'));
    case 'foreign':
      return deleted(wire, foreigner, await as('foreign'));
    case 'deed':
      return deed(circumstances);
    case 'safe':
      return inSafeArea(circumstances);
    case 'living':
      return as('shared');
    default:
      return as(situation);
  }
}

const inTrash = async (circumstances: Circumstances): Promise<Material> =>
  withPicture(circumstances.wire, await made(circumstances));

const whose = ({ situation }: Circumstances): string => {
  if (situation === 'foreign') return foreigner.userName;
  return situation === 'safe' ? 'owner' : '-me-';
};

const ids = ({ file }: Material) => ({ query: { archivedNodeIds: file } });

const isListed = (picture: string, part: 0 | 1): boolean => picture.split('\n')[part]?.includes('"ref"') === true;

export const archiveAttempts: Attempts = {
  'GET /archive/v1/search/{repository}/{pattern}': attempt<Material>({
    target: inTrash,
    finds: true,
    parts: ({ name }) => ({ params: { pattern: name } }),
    shows: ({ file }) => file,
  }),
  'GET /archive/v1/search/{repository}/{pattern}/{person}': attempt<Material>({
    target: inTrash,
    finds: true,
    parts: ({ name }, circumstances) => ({ params: { pattern: name, person: whose(circumstances) } }),
    shows: ({ file }) => file,
  }),
  'POST /archive/v1/restore/{repository}': attempt<Material>({
    target: inTrash,
    parts: ids,
    changed: (after) => !isListed(after, 0),
  }),
  'DELETE /archive/v1/purge/{repository}': attempt<Material>({
    target: inTrash,
    parts: ids,
    changed: (after) => !isListed(after, 0) && !isListed(after, 1),
  }),
};
