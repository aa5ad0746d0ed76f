import type { Client } from '../../client/client.ts';
import { unlessMissing } from '../connection/unless-missing.ts';
import { repository } from '../node-arguments/node.ts';
import { type AccessListInput, everyone, type NodePermissions, withAllRoles } from '../permission/access-list.ts';
import type { ItemProblem } from './item.ts';

type Entry = AccessListInput['permissions'][number];

const nameIn = ({ authority }: Entry): string => authority.authorityName;

const unknown = (name: string): ItemProblem => ({
  severity: 'warning',
  column: 'permissions',
  why: `It is not shared with ${name}: there is no person and no group with this name here.`,
});

/** An access list as text, whatever the order of its entries. */
function textOf({ inherited, permissions }: AccessListInput): string {
  const entries = permissions.map((entry) => [nameIn(entry), ...[...(entry.permissions ?? [])].sort()].join(' '));
  return [inherited, ...entries.sort()].join('\n');
}

/** The local access list of a node, as it can be set. */
export const localAccess = (permissions: NodePermissions): AccessListInput => withAllRoles(permissions, new Map());

/** Gives nodes of a repository the access that others have in another one, for the people and groups that both have by name. */
export class AccessCopies {
  readonly #client: Client;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Resolves to a warning for each person and group that the repository does not have. */
  async copyTo(node: string, access: () => Promise<AccessListInput>): Promise<ItemProblem[]> {
    const { inherited, permissions } = await access();
    const isKnown = await Promise.all(permissions.map((entry) => this.#isKnown(nameIn(entry))));
    const after = { inherited, permissions: permissions.filter((_, at) => isKnown[at]) };
    const before = localAccess((await this.#client.getPermissions({ repository, node })).permissions);
    if (textOf(after) !== textOf(before)) await this.#client.setPermissions({ repository, node, body: after });
    return permissions.filter((_, at) => !isKnown[at]).map((entry) => unknown(nameIn(entry)));
  }

  /** Asked once for each name. */
  #isKnown(name: string): Promise<boolean> {
    const known = this.#known.get(name) ?? this.#find(name);
    this.#known.set(name, known);
    return known;
  }

  async #find(name: string): Promise<boolean> {
    if (name === everyone || name.startsWith('ROLE_')) return true;
    const found = name.startsWith('GROUP_')
      ? this.#client.getGroup({ repository, group: name })
      : this.#client.getPerson({ repository, person: name });
    return (await unlessMissing<unknown>(found)) !== undefined;
  }
}
