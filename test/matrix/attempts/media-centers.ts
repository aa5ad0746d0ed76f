import { callers, makeGroup, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Wire } from '../wire.ts';

interface MediaCenter extends Target {
  readonly mediacenter: string;
  /** A group that it manages, or may manage. */
  readonly group: string;
}

const path = '/mediacenter/v1/mediacenter/{repository}/{mediacenter}';

async function pictureOf(wire: Wire, mediacenter: string): Promise<string> {
  const read = async (operation: string): Promise<string> => {
    const { status, text } = await wire.send(admin, operation, { params: { mediacenter } });
    return status === 200 ? text : String(status);
  };
  return `${await read(`GET ${path}`)}\n${await read(`GET ${path}/manages`)}`;
}

async function target({ wire, situation }: Circumstances): Promise<MediaCenter> {
  const [mediacenter, group] = [newWord(), newWord()];
  if (situation === 'present') await wire.ask(admin, `POST ${path}`, { params: { mediacenter } });
  await makeGroup(wire, group);
  return { mediacenter, group, traces: [], picture: () => pictureOf(wire, mediacenter) };
}

async function managing(circumstances: Circumstances): Promise<MediaCenter> {
  const made = await target(circumstances);
  const { mediacenter, group } = made;
  if (circumstances.situation === 'present') {
    await circumstances.wire.ask(admin, `PUT ${path}/manages/{group}`, { params: { mediacenter, group } });
  }
  return made;
}

/** With a node of the owner's that is shared with it. */
async function sharing(circumstances: Circumstances): Promise<MediaCenter> {
  const made = await target(circumstances);
  if (circumstances.situation !== 'present') return made;
  const { wire } = circumstances;
  const title = newWord();
  const { node } = await wire.ask(callers.owner, 'POST /node/v1/nodes/{repository}/{node}/children', {
    params: { node: '-userhome-' },
    query: { type: 'ccm:io' },
    json: { 'cm:name': [title] },
  });
  await wire.ask(callers.owner, 'PUT /node/v1/nodes/{repository}/{node}/permissions', {
    params: { node: node.ref.id },
    json: {
      permissions: [
        { authority: { authorityName: `GROUP_MEDIA_CENTER_${made.mediacenter}` }, permissions: ['Consumer'] },
      ],
    },
  });
  return { ...made, group: title, traces: [title] };
}

const onIt = ({ mediacenter }: MediaCenter) => ({ params: { mediacenter } });

const onGroup = ({ mediacenter, group }: MediaCenter) => ({ params: { mediacenter, group } });

const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

const authority = ({ mediacenter }: MediaCenter): string => `GROUP_MEDIA_CENTER_${mediacenter}`;

export const mediaCenterAttempts: Attempts = {
  'GET /mediacenter/v1/mediacenter/{repository}': attempt<MediaCenter>({ target, parts: () => ({}), shows: authority }),
  [`GET ${path}`]: attempt<MediaCenter>({ target, parts: onIt, shows: authority }),
  [`POST ${path}`]: attempt<MediaCenter>({
    target,
    parts: (it, { mark }) => ({ ...onIt(it), json: { displayName: mark } }),
    changed: marked,
  }),
  [`PUT ${path}`]: attempt<MediaCenter>({
    target,
    parts: (it, { mark }) => ({ ...onIt(it), json: { mediacenter: { location: mark } } }),
    changed: marked,
  }),
  [`DELETE ${path}`]: attempt<MediaCenter>({
    target,
    parts: onIt,
    changed: (after, _, before) => after.startsWith('404') && !before.startsWith('404'),
  }),
  [`GET ${path}/manages`]: attempt<MediaCenter>({
    target: managing,
    parts: onIt,
    shows: ({ group }) => `GROUP_${group}`,
  }),
  [`PUT ${path}/manages/{group}`]: attempt<MediaCenter>({
    target,
    parts: onGroup,
    changed: (after, _, before) => after.includes('"groupName"') && after.length > before.length,
  }),
  [`DELETE ${path}/manages/{group}`]: attempt<MediaCenter>({
    target: managing,
    parts: onGroup,
    changed: (after, _, before) => after.length < before.length,
  }),
  [`GET ${path}/nodes`]: attempt<MediaCenter>({ target: sharing, parts: onIt, shows: ({ group }) => group }),
};
