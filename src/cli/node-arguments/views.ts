import { localTime } from '../print/local-time.ts';
import type { ListView, RecordView } from '../print/printer.ts';
import type { Column } from '../print/table.ts';
import { formatBytes } from '../print/units.ts';
import { kindOfFile } from './kind-of-file.ts';
import {
  collectionTitle,
  contentHashOf,
  isFolder,
  propertiesOf,
  type RepositoryNode,
  rightsOf,
  shownName,
  sizeOf,
} from './node.ts';

const shownSize = (node: RepositoryNode): string => {
  const size = sizeOf(node);
  return size === undefined || isFolder(node) ? '-' : formatBytes(size);
};

function shownType(node: RepositoryNode): string {
  if (collectionTitle(node) !== undefined) return 'collection';
  if (isFolder(node)) return 'folder';
  return typeof node.mimetype === 'string' ? kindOfFile(node.mimetype) : node.type;
}

const idOf = (node: RepositoryNode): string => node.ref.id;

/** The columns of a long listing. */
export const nodeColumns: readonly Column<RepositoryNode>[] = [
  { title: 'type', value: shownType },
  { title: 'size', alignRight: true, value: shownSize },
  { title: 'modified', value: (node) => localTime(node.modifiedAt) },
  { title: 'version', alignRight: true, value: (node) => node.contentVersion ?? '' },
  { title: 'name', value: shownName },
];

// For programs: sizes are in bytes, and times are as the server returned them.
const plainColumns: readonly Column<RepositoryNode>[] = [
  { title: 'id', value: idOf },
  { title: 'type', value: (node) => node.type },
  { title: 'mimetype', value: (node) => node.mimetype ?? '' },
  { title: 'size', value: (node) => String(sizeOf(node) ?? '') },
  { title: 'modified', value: (node) => node.modifiedAt ?? '' },
  { title: 'version', value: (node) => node.contentVersion ?? '' },
  { title: 'name', value: (node) => node.name },
];

/** A complete listing, as the REST interface returns it. */
const nodeEntries = (nodes: readonly RepositoryNode[]) => ({
  nodes,
  pagination: { total: nodes.length, from: 0, count: nodes.length },
});

/** A listing of nodes: names only, or with columns. */
export function nodeList(options: { readonly long: boolean }): ListView<RepositoryNode> {
  const view: ListView<RepositoryNode> = {
    columns: nodeColumns,
    plainColumns,
    id: idOf,
    whole: nodeEntries,
  };
  if (options.long) return view;
  return {
    ...view,
    line: (node, style) => (isFolder(node) ? style.folder(style.text(shownName(node))) : style.text(node.name)),
  };
}

/** The first and last name of a person; empty if the server reports none. */
export const shownPerson = (person: RepositoryNode['createdBy'] | undefined): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ');

type Fields = readonly (readonly [string, string])[];

const withoutEmpty = (fields: Fields): Fields => fields.filter(([, value]) => value !== '');

const fieldsOf = (node: RepositoryNode, shownTime: (time: string) => string): Fields =>
  withoutEmpty([
    ['name', node.name],
    ['id', node.ref.id],
    ['parent', node.parent?.id ?? ''],
    ['type', node.type],
    ['media type', node.mimetype ?? ''],
    ['size', String(sizeOf(node) ?? '')],
    ['SHA-256', contentHashOf(node) ?? ''],
    ['version', node.contentVersion ?? ''],
    ['title', node.title ?? ''],
    ['description', node.description ?? ''],
    ['created', `${shownTime(node.createdAt ?? '')} ${shownPerson(node.createdBy)}`.trim()],
    ['modified', `${shownTime(node.modifiedAt ?? '')} ${shownPerson(node.modifiedBy)}`.trim()],
    ['owner', shownPerson(node.owner)],
    ['your rights', rightsOf(node).join(' ')],
    ...propertiesOf(node).map(([name, values]) => [name, values.join(' | ')] as const),
  ]);

export const nodeRecord: RecordView<{ readonly node: RepositoryNode }> = {
  id: ({ node }) => node.ref.id,
  fields: ({ node }) => fieldsOf(node, localTime),
  plainFields: ({ node }) => fieldsOf(node, (time) => time),
};
