import { operationNames, operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';

/** The groups of operations, in the order in which a newcomer reads them. */
const descriptions: Readonly<Record<string, string>> = {
  service: 'The version and the API of this repository',
  authentication: 'Signing in and out',
  node: 'Folders and content: create, read, change, list, copy, move, delete',
  files: 'Downloads, previews and icons',
  search: 'Search for nodes',
  mds: 'Metadata sets and value lists',
  collection: 'Collections and their references',
  comment: 'Comments on nodes',
  rating: 'Ratings of nodes',
  feedback: 'Feedback for the authors of a node',
  archive: 'Deleted nodes, which can be restored or purged',
  bulk: 'Bulk imports from other sources',
  iam: 'People and groups',
  network: 'This repository and the ones connected to it',
  organization: 'Groups with a shared folder',
  mediacenter: 'Media centres and what they manage',
  config: 'Settings for web front ends',
  admin: 'Administration: the state of the repository, apps and clients',
};

/** The groups of all operations, as OpenAPI tags. Groups without a description come last. */
export function describedGroups(): readonly { readonly name: string; readonly description?: string }[] {
  const used = new Set(operationNames.map((name) => (operations[name] as Operation).group));
  const described = Object.entries(descriptions).filter(([name]) => used.has(name));
  const others = [...used].filter((name) => descriptions[name] === undefined);
  return [...described.map(([name, description]) => ({ name, description })), ...others.map((name) => ({ name }))];
}
