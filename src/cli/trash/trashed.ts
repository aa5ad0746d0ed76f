import type { Client } from '../../client/client.ts';
import { pages } from '../connection/pages.ts';
import { propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';

export interface TrashPart {
  /** A name pattern; `*` matches any characters. */
  readonly pattern: string;
  /** Undefined for the caller's trash; for administrators, everyone's. */
  readonly person: string | undefined;
}

/** The nodes in the trash, newest first. */
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

/** The time of deletion in milliseconds since 1970; undefined if the server does not report it. */
export function deletedAt(node: RepositoryNode): number | undefined {
  const time = Number(firstValue(node, 'sys:archivedDate') ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}

/** The user name of the person who deleted the node; empty if the server does not report it. */
export const deletedBy = (node: RepositoryNode): string => firstValue(node, 'sys:archivedBy') ?? '';

/** The path or ID of the original folder; empty if that folder no longer exists. */
export const deletedFrom = (node: RepositoryNode): string =>
  node.archivedFrom === undefined ? (node.parent?.id ?? '') : (node.archivedFrom ?? '');
