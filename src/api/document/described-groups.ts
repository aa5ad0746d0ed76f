import { operationNames, operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';

/** What each group of calls is about, in the order in which a newcomer wants to read them. */
const descriptions: Readonly<Record<string, string>> = {
  service: 'What this repository is, and how it is spoken to',
  authentication: 'Signing in and out',
  node: 'Folders and content: make, read, change, list, copy, move, delete',
  files: 'The bytes of contents, and pictures of nodes',
  search: 'Finding nodes',
  collection: 'Collections, and what is in them',
  comment: 'What people say of a node',
  rating: 'How people rate a node',
  feedback: 'What people tell the makers of a node',
  archive: 'What was deleted and can come back',
  iam: 'People and groups',
  organization: 'Groups with a folder that they share',
  admin: 'For administrators: the state of the repository, applications and clients',
};

/** The groups of the table, as OpenAPI lists its tags. One that is not described here comes last. */
export function describedGroups(): readonly { readonly name: string; readonly description?: string }[] {
  const used = new Set(operationNames.map((name) => (operations[name] as Operation).group));
  const known = Object.entries(descriptions).filter(([name]) => used.has(name));
  const others = [...used].filter((name) => descriptions[name] === undefined);
  return [...known.map(([name, description]) => ({ name, description })), ...others.map((name) => ({ name }))];
}
