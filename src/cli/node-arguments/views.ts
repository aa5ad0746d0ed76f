import { type Column, type Field, timeColumn, timeField } from '../print/table.ts';
import { formatBytes } from '../print/units.ts';
import type { ListView, RecordView } from '../print/view.ts';
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

export const shownSize = (node: RepositoryNode): string => {
  const size = sizeOf(node);
  return size === undefined || isFolder(node) ? '-' : formatBytes(size);
};

/** Links, and archives that are more than a ZIP file, by their `mediatype`. */
const byMediaType: ReadonlyMap<string | undefined, string> = new Map([
  ['link', 'link'],
  ['file-h5p', 'H5P'],
  ['file-scorm', 'package'],
  ['file-imscp', 'package'],
  ['file-imscc', 'package'],
]);

export function shownType(node: RepositoryNode): string {
  if (collectionTitle(node) !== undefined) return 'collection';
  if (isFolder(node)) return 'folder';
  const known = byMediaType.get(node.mediatype);
  if (known !== undefined) return known;
  return typeof node.mimetype === 'string' ? kindOfFile(node.mimetype) : node.type;
}

const idOf = (node: RepositoryNode): string => node.ref.id;

/** The columns of a long listing. The name is the last one. */
export const nodeColumns: readonly Column<RepositoryNode>[] = [
  { title: 'type', value: shownType, optional: 2 },
  { title: 'size', alignRight: true, value: shownSize, optional: 5 },
  { ...timeColumn('modified', (node) => node.modifiedAt), optional: 4 },
  { title: 'version', alignRight: true, value: (node) => node.contentVersion ?? '', optional: 6 },
  { title: 'id', value: idOf, cutOff: 'never', long: true },
  { title: 'name', value: (node) => collectionTitle(node) ?? shownName(node) },
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
  { title: 'path', value: ({ path = '' }) => path },
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

interface ShownPerson {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

/** The first and last name of a person; empty if the server reports none. */
export const shownPerson = (person: ShownPerson | null | undefined): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ');

const fieldsOf = (
  node: RepositoryNode,
  timeOf: (label: string, time: string | undefined, by: string) => Field,
): readonly Field[] => {
  const fields: readonly Field[] = [
    ['name', node.name],
    ['path', node.path ?? ''],
    ['id', node.ref.id],
    ['parent', node.parent?.id ?? ''],
    ['type', node.type],
    ['media type', node.mimetype ?? ''],
    ['size', String(sizeOf(node) ?? '')],
    ['SHA-256', contentHashOf(node) ?? ''],
    ['version', node.contentVersion ?? ''],
    ['title', node.title ?? ''],
    ['description', node.description ?? ''],
    timeOf('created', node.createdAt, shownPerson(node.createdBy)),
    timeOf('modified', node.modifiedAt, shownPerson(node.modifiedBy)),
    ['owner', shownPerson(node.owner)],
    ['your rights', rightsOf(node).join(' ')],
    ...propertiesOf(node).map(([name, values]) => [name, values.join(' | ')] as const),
  ];
  return fields.filter(([, value]) => value !== '');
};

/** All properties of a node. */
export const nodeRecord: RecordView<{ readonly node: RepositoryNode }> = {
  id: ({ node }) => node.ref.id,
  fields: ({ node }) => fieldsOf(node, timeField),
  plainFields: ({ node }) => fieldsOf(node, (label, time = '', by) => [label, `${time} ${by}`.trim()]),
};
