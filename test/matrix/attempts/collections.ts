import { randomUUID } from 'node:crypto';
import { callers, foreigner, newWord, readersGroup, writersGroup } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Credentials, Wire } from '../wire.ts';
import { drawing, entries, hasOwnPreview, nodePath } from './material.ts';

const path = '/collection/v1/collections/{repository}/{collection}';

/** A collection with a collection and a reference in it, and a file that is not in it; both files are open to everybody. */
interface Gathered extends Target {
  readonly collection: string;
  readonly title: string;
  readonly inner: string;
  readonly reference: string;
  readonly file: string;
}

const setAcl = (wire: Wire, node: string, grants: Readonly<Record<string, string>>) =>
  wire.ask(admin, `PUT ${nodePath}/permissions`, { params: { node }, json: { permissions: entries(grants) } });

async function openFile(wire: Wire, by: Credentials): Promise<string> {
  const { node } = await wire.ask(by, `POST ${nodePath}/children`, {
    params: { node: '-userhome-' },
    query: { type: 'ccm:io' },
    json: { 'cm:name': [newWord()] },
  });
  await setAcl(wire, node.ref.id, { GROUP_EVERYONE: 'Consumer' });
  return String(node.ref.id);
}

async function makeCollection(wire: Wire, by: Credentials, title: string, scope: string, parent = '-root-') {
  const { collection } = await wire.ask(by, `POST ${path}/children`, {
    params: { collection: parent },
    json: { title, collection: { scope } },
  });
  return String(collection.ref.id);
}

async function pictureOf(wire: Wire, collection: string): Promise<string> {
  const read = async (operation: string): Promise<string> => {
    const { status, text } = await wire.send(admin, operation, { params: { collection } });
    return status === 200 ? text : String(status);
  };
  return [await read(`GET ${path}`), await read(`GET ${path}/children`)].join('\n');
}

async function gather(wire: Wire, by: Credentials, scope = 'MY'): Promise<Gathered> {
  const [title, inner] = [newWord(), newWord()];
  const collection = await makeCollection(wire, by, title, scope);
  await makeCollection(wire, by, inner, 'CUSTOM', collection);
  const { node } = await wire.ask(by, `PUT ${path}/references/{node}`, {
    params: { collection, node: await openFile(wire, by) },
  });
  const file = await openFile(wire, by);
  const picture = () => pictureOf(wire, collection);
  return { collection, title, inner, reference: String(node.ref.id), file, traces: [title, inner], picture };
}

const missing = ({ wire }: Circumstances): Gathered => {
  const [collection, reference, file] = [randomUUID(), randomUUID(), randomUUID()];
  const picture = () => pictureOf(wire, collection);
  return { collection, reference, file, title: newWord(), inner: newWord(), traces: [], picture };
};

const situations: Readonly<Record<string, (circumstances: Circumstances) => Promise<Gathered> | Gathered>> = {
  own(circumstances) {
    const by = callers[circumstances.caller];
    return by === undefined ? missing(circumstances) : gather(circumstances.wire, by);
  },
  async shared({ wire }) {
    const gathered = await gather(wire, callers.owner ?? admin);
    await setAcl(wire, gathered.collection, {
      [`GROUP_${readersGroup}`]: 'Consumer',
      [`GROUP_${writersGroup}`]: 'Collaborator',
    });
    return gathered;
  },
  open: ({ wire }) => gather(wire, foreigner, 'EDU_ALL'),
  foreign: ({ wire }) => gather(wire, foreigner),
  missing,
};

async function target(circumstances: Circumstances): Promise<Gathered> {
  const make = situations[circumstances.situation];
  if (make === undefined) throw new Error(`No collection is ${circumstances.situation}.`);
  return make(circumstances);
}

const icon = { ...drawing, field: 'file' };

/** The collection has a picture of its own, wherever it can be given one. */
async function withIcon(circumstances: Circumstances): Promise<Gathered> {
  const gathered = await target(circumstances);
  if (gathered.traces.length > 0) {
    await circumstances.wire.send(admin, `POST ${path}/icon`, { ...place(gathered), file: icon });
  }
  return gathered;
}

const place = ({ collection }: Gathered) => ({ params: { collection } });
const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

export const collectionAttempts: Attempts = {
  [`GET ${path}`]: attempt<Gathered>({ target, parts: place, shows: ({ title }) => title }),
  [`GET ${path}/children`]: attempt<Gathered>({ target, parts: place, shows: ({ reference }) => reference }),
  [`GET ${path}/children/collections`]: attempt<Gathered>({ target, parts: place, shows: ({ inner }) => inner }),
  [`GET ${path}/children/references`]: attempt<Gathered>({ target, parts: place, shows: ({ reference }) => reference }),
  [`PUT ${path}`]: attempt<Gathered>({
    target,
    parts: (gathered, { mark }) => ({ ...place(gathered), json: { title: mark } }),
    changed: marked,
  }),
  [`POST ${path}/children`]: attempt<Gathered>({
    target,
    parts: (gathered, { mark }) => ({ ...place(gathered), json: { title: mark } }),
    changed: marked,
  }),
  [`PUT ${path}/references/{node}`]: attempt<Gathered>({
    target,
    parts: ({ collection, file }) => ({ params: { collection, node: file } }),
    changed: (after) => after.includes('"childReferencesCount":2'),
  }),
  [`POST ${path}/icon`]: attempt<Gathered>({
    target,
    parts: (gathered) => ({ ...place(gathered), query: { mimetype: 'image/svg+xml' }, file: icon }),
    changed: hasOwnPreview,
  }),
  [`DELETE ${path}/icon`]: attempt<Gathered>({
    target: withIcon,
    parts: place,
    changed: (after, _, before) => hasOwnPreview(before) && !hasOwnPreview(after),
  }),
  [`POST ${path}/order`]: attempt<Gathered>({
    target,
    parts: (gathered) => ({ ...place(gathered), json: [gathered.reference] }),
    changed: (after) => after.includes('"orderMode":"custom"'),
  }),
  [`DELETE ${path}/references/{node}`]: attempt<Gathered>({
    target,
    parts: ({ collection, reference }) => ({ params: { collection, node: reference } }),
    changed: (after) => after.includes('"references":[]'),
  }),
  [`DELETE ${path}`]: attempt<Gathered>({
    target,
    parts: place,
    changed: (after, _, before) => !after.includes('"ref"') && before.includes('"ref"'),
  }),
  'POST /collection/v1/collections/{repository}/pinning': attempt<Gathered>({
    target,
    parts: ({ collection }) => ({ json: [collection] }),
    changed: (after) => after.includes('"pinned":true'),
  }),
  'GET /collection/v1/collections/{repository}/search': attempt<Gathered>({
    target,
    finds: true,
    parts: ({ title }) => ({ query: { query: title } }),
    shows: ({ collection }) => collection,
  }),
};
