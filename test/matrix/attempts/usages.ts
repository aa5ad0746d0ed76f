import { randomUUID } from 'node:crypto';
import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances } from '../target.ts';
import type { Wire } from '../wire.ts';
import { registerApp, signedBy } from './applications.ts';
import { type Material, target } from './material.ts';

const usages = '/usage/v1/usages';

/** Material that an app uses in a course of its own. */
interface UsedMaterial extends Material {
  readonly app: string;
  readonly course: string;
  /** The ID of the usage; empty where nobody can record one. */
  readonly usage: string;
}

const usedApps = new WeakMap<Wire, Promise<string>>();

async function newApp(wire: Wire): Promise<string> {
  const id = newWord();
  await registerApp(wire, id);
  return id;
}

/** One app for all attempts on a server. */
function usedApp(wire: Wire): Promise<string> {
  const known = usedApps.get(wire) ?? newApp(wire);
  usedApps.set(wire, known);
  return known;
}

const usageOf = (node: string, app: string, course: string) => ({
  appId: app,
  courseId: course,
  resourceId: course,
  nodeId: node,
});

/** Material that no app uses yet, whose picture shows who does. */
async function unused(circumstances: Circumstances, situation = circumstances.situation): Promise<UsedMaterial> {
  const { wire } = circumstances;
  const material = await target({ ...circumstances, situation });
  const [app, course] = [await usedApp(wire), newWord()];
  const picture = async () => {
    const params = { appId: app, courseId: course };
    return (await wire.send(admin, `GET ${usages}/course/{appId}/{courseId}`, { params })).text;
  };
  return { ...material, app, course, usage: '', picture, traces: [...material.traces, course] };
}

/** The same, used by the app where an administrator can record that. */
async function used(circumstances: Circumstances, situation = circumstances.situation): Promise<UsedMaterial> {
  const material = await unused(circumstances, situation);
  const json = usageOf(material.file, material.app, material.course);
  const { status, text } = await circumstances.wire.send(admin, `POST ${usages}/repository/{repository}`, { json });
  if (status !== 200) return material;
  // Every answer about a usage has its ID.
  return { ...material, usage: (JSON.parse(text) as { readonly nodeId: string }).nodeId };
}

/** The owner's material in the shared folder, for attempts that are about the usage and not about the node. */
const usedShared = (circumstances: Circumstances): Promise<UsedMaterial> => used(circumstances, 'shared');

const onFile = ({ file }: UsedMaterial) => ({ params: { nodeId: file } });
const shows = ({ course }: UsedMaterial): string => course;
const none = (after: string): boolean => after.includes('"usages":[]');

/** The signature of a situation; none where it is unsigned. */
async function signatureIn({ wire, situation }: Circumstances, app: string): Promise<Record<string, string>> {
  if (situation === 'unsigned') return {};
  return signedBy(situation === 'other-app' ? await newApp(wire) : app);
}

export const usageAttempts: Attempts = {
  [`GET ${usages}/node/{nodeId}`]: attempt<UsedMaterial>({ target: used, parts: onFile, shows }),
  [`GET ${usages}/repository/{repository}/{nodeId}`]: attempt<UsedMaterial>({ target: used, parts: onFile, shows }),
  [`GET ${usages}/{appId}`]: attempt<UsedMaterial>({
    target: used,
    parts: ({ app }) => ({ params: { appId: app } }),
    shows,
  }),
  [`GET ${usages}/course/{appId}/{courseId}`]: attempt<UsedMaterial>({
    target: used,
    parts: ({ app, course }) => ({ params: { appId: app, courseId: course } }),
    shows: ({ usage }) => usage,
  }),
  [`GET ${usages}/node/{nodeId}/collections`]: attempt<UsedMaterial>({
    target: unused,
    parts: onFile,
    shows: () => '[]',
  }),
  'GET,POST /rendering/v1/details/{repository}/{node}': attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file } }),
    shows: ({ title }) => title,
  }),
  [`POST ${usages}/repository/{repository}`]: attempt<UsedMaterial>({
    target: (circumstances) =>
      unused(circumstances, circumstances.situation === 'unsigned' ? 'own' : circumstances.situation),
    parts: async ({ file, app, course }, circumstances) => ({
      json: usageOf(file, app, course),
      headers: await signatureIn(circumstances, app),
    }),
    changed: (after, _, before) => none(before) && !none(after),
  }),
  [`DELETE ${usages}/node/{nodeId}/{usageId}`]: attempt<UsedMaterial>({
    target: usedShared,
    parts: async ({ file, usage, app }, circumstances) => ({
      params: { nodeId: file, usageId: circumstances.situation === 'gone' ? randomUUID() : usage },
      headers: await signatureIn(circumstances, app),
    }),
    changed: (after, _, before) => !none(before) && none(after),
  }),
};
