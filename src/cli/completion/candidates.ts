import type { Client } from '../../client/client.ts';
import { atRemote } from '../connection/at-remote.ts';
import { readSettings, settingsFile } from '../connection/user-settings.ts';
import { searchGroups } from '../group/groups.ts';
import { locatedAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { lookUp } from '../node-arguments/find-node.ts';
import { isFolder, repository } from '../node-arguments/node.ts';
import { everydayRoles } from '../permission/role-words.ts';
import type { Context } from '../program/context.ts';

/** What may stand in the place of a word. */
export interface Candidates {
  readonly items: readonly { readonly value: string; readonly description?: string }[];
  /** More may follow the word directly, as after a folder. */
  readonly isFolder?: boolean;
  /** A local file may stand there too. */
  readonly isFile?: boolean;
}

export const none: Candidates = { items: [] };
export const files: Candidates = { items: [], isFile: true };

const most = 200;

async function remotes({ globals, environment }: Context): Promise<Candidates> {
  const settings = await readSettings(settingsFile(globals, environment));
  return { items: [...settings.remotes].map(([value, description]) => ({ value, description })) };
}

/** The children of the folder that the typed path ends in. */
async function paths(typed: string, context: Context): Promise<Candidates> {
  const slash = typed.lastIndexOf('/');
  if (slash < 0) {
    const { items } = await remotes(context);
    return {
      items: ['/', '~/', ...items.map(({ value }) => `${value}:/`)].map((value) => ({ value })),
      isFolder: true,
    };
  }
  const start = typed.slice(0, slash + 1);
  const address = parseNodeAddress(start);
  return atRemote(address.remote, context, async (at) => {
    const { client } = await at.connect();
    const folder = await lookUp(client, address);
    if (folder === undefined) return none;
    const { nodes } = await client.listChildren({ repository, node: folder.ref.id, maxItems: most });
    const items = nodes.map((node) => ({ value: `${start}${node.name}${isFolder(node) ? '/' : ''}` }));
    const fitting = items.filter(({ value }) => value.startsWith(typed));
    return { items: fitting, isFolder: fitting.length === 1 && fitting[0]?.value.endsWith('/') === true };
  });
}

async function groups(client: Client, typed: string): Promise<Candidates> {
  const items: { value: string; description: string }[] = [];
  for await (const { groupName, profile } of searchGroups(client, `${typed}*`)) {
    items.push({ value: groupName, description: profile.displayName ?? '' });
    if (items.length === most) break;
  }
  return { items };
}

/** A word of a name, from its first letter or digit on. */
const wordForm = /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*/gu;

/** The words of what things are called that begin with the typed one, in any case. Only a running server has them at once. */
async function searchWords(typed: string, context: Context): Promise<Candidates> {
  if (typed === '') return none;
  const { client, hasServer } = await context.connect();
  if (!hasServer) return none;
  const { suggestions } = await client.suggestNames({ q: typed });
  const items = new Map<string, string>();
  for (const { label } of suggestions) {
    for (const [word] of label.matchAll(wordForm)) {
      // The shell keeps what was typed, and only completes it.
      const value = typed + word.slice(typed.length);
      if (word.toLowerCase().startsWith(typed.toLowerCase()) && !items.has(value)) items.set(value, label);
    }
  }
  return { items: [...items].map(([value, description]) => ({ value, description })) };
}

async function metadataSets(client: Client): Promise<Candidates> {
  const { metadatasets } = await client.getMetadataSets({ repository });
  return { items: metadatasets.map(({ id, name }) => ({ value: id, description: name ?? '' })) };
}

/** What an argument or option with this name takes. Rejects if it would have to be asked for and cannot be. */
export async function candidatesOf(name: string, typed: string, context: Context): Promise<Candidates> {
  switch (name) {
    case 'address':
    case 'node':
    case 'folder':
    case 'parent':
      return paths(typed, context);
    case 'source':
    case 'target':
    case 'path':
      return locatedAddress(typed) === undefined && !typed.startsWith('repo:') ? files : paths(typed, context);
    case 'words':
      return searchWords(typed, context);
    case 'remote':
      return remotes(context);
    case 'group':
      return groups((await context.connect()).client, typed);
    case 'set':
      return metadataSets((await context.connect()).client);
    case 'role':
      return { items: everydayRoles.map((value) => ({ value })) };
    case 'type':
      return { items: ['ccm:io', 'ccm:map'].map((value) => ({ value })) };
    default:
      return /file|dir|table/.test(name) ? files : none;
  }
}
