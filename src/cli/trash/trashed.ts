import type { Client } from '../../client/client.ts';
import { pages } from '../connection/pages.ts';
import { propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';

/** Which part of the trash is meant. */
export interface TrashPart {
  /** Looked for in names; `*` stands for any letters. */
  readonly pattern: string;
  /** Undefined: the own one; everybody's for an administrator. */
  readonly person: string | undefined;
}

/** What lies in the trash, newest first, as the server orders it. */
export const trashOf = (client: Client, { pattern, person }: TrashPart): AsyncGenerator<RepositoryNode> =>
  pages(async (paging) => {
    const query = { repository, pattern, ...paging };
    const { nodes, pagination } =
      person === undefined
        ? await client.searchArchive(query)
        : await client.searchArchiveOfPerson({ ...query, person });
    return { entries: nodes, total: pagination.total };
  });

const firstValue = (node: RepositoryNode, name: string): string | undefined =>
  propertiesOf(node).find(([property]) => property === name)?.[1][0];

/** When it was deleted, in milliseconds since 1970; undefined where the server does not say. */
export function deletedAt(node: RepositoryNode): number | undefined {
  const time = Number(firstValue(node, 'sys:archivedDate') ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}

/** The user name of whoever deleted it; empty where the server does not say. */
export const deletedBy = (node: RepositoryNode): string => firstValue(node, 'sys:archivedBy') ?? '';

/** The path of the folder in which it lay, or its id; empty where that is gone. */
export const deletedFrom = (node: RepositoryNode): string =>
  node.archivedFrom === undefined ? (node.parent?.id ?? '') : (node.archivedFrom ?? '');
