import { makePerson, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances } from '../target.ts';
import {
  asChildObject,
  drawing,
  entries,
  hasOwnPreview,
  type Material,
  makeOpenNode,
  nodePath,
  target,
} from './material.ts';

const onFile = ({ file }: Material) => ({ params: { node: file } });
const byTitle = ({ title }: Material) => title;

/** The mark stands in the picture of what the call was aimed at. */
const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

const picture = { ...drawing, field: 'image' };

const versionQuery = { versionComment: 'y' };

/** Somebody is given everything: the caller themself would be. */
const openAcl = { permissions: entries({ GROUP_EVERYONE: 'Coordinator' }) };

/** The file has a picture of its own, wherever it can be given one. */
async function withPicture(circumstances: Circumstances): Promise<Material> {
  const material = await target(circumstances);
  if (material.traces.length > 0) {
    await circumstances.wire.send(admin, `POST ${nodePath}/preview`, { ...onFile(material), file: picture });
  }
  return material;
}

export const nodeAttempts: Attempts = {
  [`GET ${nodePath}/metadata`]: attempt<Material>({ target, parts: onFile, shows: byTitle }),
  [`GET ${nodePath}/children`]: attempt<Material>({
    target,
    parts: ({ folder }) => ({ params: { node: folder } }),
    shows: byTitle,
  }),
  [`GET ${nodePath}/versions`]: attempt<Material>({ target, parts: onFile, shows: ({ file }) => file }),
  [`GET ${nodePath}/versions/{major}/{minor}/metadata`]: attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file, major: '1', minor: '0' } }),
    shows: byTitle,
  }),
  [`GET ${nodePath}/versions/metadata`]: attempt<Material>({ target, parts: onFile, shows: byTitle }),
  'GET /eduservlet/download': attempt<Material>({
    target,
    parts: ({ file }) => ({ query: { nodeId: file } }),
    shows: ({ text }) => text,
  }),
  'GET /preview': attempt<Material>({
    target,
    parts: ({ file }) => ({ query: { nodeId: file } }),
    shows: () => '<svg',
  }),
  [`GET ${nodePath}/textContent`]: attempt<Material>({ target, parts: onFile, shows: ({ text }) => text }),
  [`GET ${nodePath}/_resolve`]: attempt<Material>({
    target,
    parts: ({ folder, name }) => ({ params: { node: folder }, query: { path: name } }),
    shows: byTitle,
  }),
  'GET,POST /node/v1/nodes/{repository}': attempt<Material>({
    target,
    finds: true,
    parts: ({ title }) => ({ query: { query: title, facettes: ['cm:name', 'cclom:title'] } }),
    shows: ({ file }) => file,
  }),
  [`GET ${nodePath}/permissions`]: attempt<Material>({ target, parts: onFile, shows: () => 'localPermissions' }),
  [`GET ${nodePath}/permissions/{user}`]: attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file, user: admin.userName } }),
    shows: () => '"Delete"',
  }),
  'GET /edu-repo/v1/nodes/{node}/access/{user}': attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file, user: admin.userName } }),
    shows: () => '"administrator"',
  }),
  'GET /edu-repo/v1/nodes/{node}/access': attempt<Material>({
    target,
    parts: ({ folder }) => ({ params: { node: folder } }),
    shows: ({ folder }) => folder,
  }),
  'GET /edu-repo/v1/nodes/{node}/authorities': attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file }, query: { name: [admin.userName] } }),
    shows: () => '"authorityName"',
  }),
  [`GET ${nodePath}/parents`]: attempt<Material>({ target, parts: onFile, shows: byTitle }),
  [`POST ${nodePath}/children`]: attempt<Material>({
    target,
    parts: ({ folder }, { mark, situation }) => ({
      params: { node: folder },
      query: { type: 'ccm:io', ...versionQuery, ...(situation === 'attached' ? asChildObject : {}) },
      json: { 'cm:name': [mark] },
    }),
    changed: marked,
  }),
  'POST /edu-repo/v1/nodes/batch': attempt<Material>({
    target,
    byEntry: true,
    parts: ({ folder }, { mark, situation }) => {
      const aspects = situation === 'attached' ? ['ccm:io_childobject'] : [];
      const line = { id: mark, parent: folder, aspects, properties: { 'cm:name': mark }, content: { size: 4 } };
      return {
        file: {
          ...{ field: 'entries', name: 'entries', type: 'application/octet-stream' },
          text: `${JSON.stringify(line)}\nText`,
        },
      };
    },
    changed: marked,
  }),
  [`PUT ${nodePath}/metadata`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({ ...onFile(material), json: { 'cclom:title': [mark] } }),
    changed: marked,
  }),
  [`POST ${nodePath}/metadata`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({ ...onFile(material), query: versionQuery, json: { 'cclom:title': [mark] } }),
    changed: (after, circumstances) => marked(after, circumstances) && after.includes('"contentVersion":"1.2"'),
  }),
  [`PUT,POST ${nodePath}/metadata/copy/{from}`]: attempt<Material>({
    target,
    parts: async ({ file }, { wire, mark }) => ({
      params: { node: file, from: await makeOpenNode(wire, { 'cclom:title': [mark] }) },
    }),
    changed: marked,
  }),
  [`PUT ${nodePath}/aspects`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({ ...onFile(material), json: [`ccm:${mark}`] }),
    changed: marked,
  }),
  [`GET ${nodePath}/workflow`]: attempt<Material>({
    target: async (circumstances) => {
      const material = await target(circumstances);
      if (material.traces.length > 0) {
        const json = { status: 'x', comment: material.title };
        await circumstances.wire.send(admin, `PUT ${nodePath}/workflow`, { ...onFile(material), json });
      }
      return material;
    },
    parts: onFile,
    shows: byTitle,
  }),
  [`PUT ${nodePath}/workflow`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({ ...onFile(material), json: { status: mark } }),
    changed: marked,
  }),
  [`POST ${nodePath}/property`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({ ...onFile(material), query: { property: 'cclom:title', value: mark } }),
    changed: marked,
  }),
  [`POST ${nodePath}/content`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({
      ...onFile(material),
      query: { mimetype: 'text/plain', ...versionQuery },
      file: { field: 'file', name: 'b.txt', type: 'text/plain', text: `${mark} in a longer text` },
    }),
    changed: (after) => after.includes('"contentVersion":"1.2"'),
  }),
  [`PUT ${nodePath}/versions/{major}/{minor}/_revert`]: attempt<Material>({
    target,
    parts: ({ file }) => ({ params: { node: file, major: '1', minor: '0' } }),
    changed: (after) => after.includes('"contentVersion":"1.0"'),
  }),
  [`POST ${nodePath}/preview`]: attempt<Material>({
    target,
    parts: (material) => ({ ...onFile(material), query: { mimetype: 'image/svg+xml' }, file: picture }),
    changed: hasOwnPreview,
  }),
  [`DELETE ${nodePath}/preview`]: attempt<Material>({
    target: withPicture,
    parts: onFile,
    changed: (after, _, before) => hasOwnPreview(before) && !hasOwnPreview(after),
  }),
  [`POST ${nodePath}/textContent`]: attempt<Material>({
    target,
    parts: (material, { mark }) => ({
      ...onFile(material),
      file: { field: 'text', name: 'a.txt', type: 'text/plain', text: `${mark} to be found by` },
    }),
    changed: marked,
  }),
  [`PUT,POST ${nodePath}/permissions`]: attempt<Material>({
    target,
    parts: (material) => ({ ...onFile(material), json: openAcl }),
    changed: (after) => after.includes('Coordinator'),
  }),
  [`POST ${nodePath}/owner`]: attempt<Material>({
    target,
    // The picture shows the owner by the last name.
    parts: async (material, { wire, mark }) => {
      const username = newWord();
      await makePerson(wire, username, { lastName: mark, email: 'x@y.example' });
      return { ...onFile(material), query: { username } };
    },
    changed: marked,
  }),
  [`DELETE ${nodePath}`]: attempt<Material>({
    target,
    parts: onFile,
    changed: (after, _, before) => !after.split('\n')[0]?.includes('"ref"') && before.includes('"ref"'),
  }),
};
