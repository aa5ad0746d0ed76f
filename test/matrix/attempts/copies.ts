import { foreigner } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import { entries, type Material, makeMaterial, nodePath, target } from './material.ts';

/** A file and the folder that it is to go into: the situation tells of the file, behind `into-` of the folder. */
interface Journey extends Target {
  readonly file: string;
  readonly folder: string;
}

const into = 'into-';

/** Somebody else's file, which everybody may delete without seeing what is in it. */
async function lent({ wire }: Circumstances): Promise<Material> {
  const material = await makeMaterial(wire, foreigner, '-userhome-');
  const permissions = ['ConsumerMetadata', 'Delete'].flatMap((permission) => entries({ GROUP_EVERYONE: permission }));
  await wire.ask(admin, `PUT ${nodePath}/permissions`, { params: { node: material.folder }, json: { permissions } });
  return material;
}

async function journey(circumstances: Circumstances): Promise<Journey> {
  const { situation } = circumstances;
  const isTarget = situation.startsWith(into);
  const tried: Material =
    situation === 'lent'
      ? await lent(circumstances)
      : await target({ ...circumstances, situation: isTarget ? situation.slice(into.length) : situation });
  const own: Material = await target({ ...circumstances, situation: 'own' });
  return {
    file: isTarget ? own.file : tried.file,
    folder: isTarget ? tried.folder : own.folder,
    traces: tried.traces,
    picture: async () => `${await tried.picture()}\n${await own.picture()}`,
  };
}

/** The new name stands in the list of the folder. */
const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

export const copyAttempts: Attempts = {
  [`POST ${nodePath}/children/_copy`]: attempt<Journey>({
    target: journey,
    parts: ({ file, folder }, { mark }) => ({
      params: { node: folder },
      query: { source: file, withChildren: 'true', name: mark },
    }),
    changed: marked,
  }),
  [`POST ${nodePath}/children/_move`]: attempt<Journey>({
    target: journey,
    // By its name: the right to rename would be asked for too.
    parts: ({ file, folder }) => ({ params: { node: folder }, query: { source: file } }),
    changed: (after, _, before) => after !== before,
  }),
};
