import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type RepositoryNode, shownName } from '../node-arguments/node.ts';
import { localTime } from '../print/local-time.ts';
import { timeColumn } from '../print/table.ts';
import type { ListView } from '../print/view.ts';
import { deletedAt, deletedBy, deletedFrom } from './trashed.ts';

const idOf = ({ ref }: RepositoryNode): string => ref.id;

const isoTime = (node: RepositoryNode): string => {
  const time = deletedAt(node);
  return time === undefined ? '' : new Date(time).toISOString();
};

export const shownTime = (node: RepositoryNode): string => localTime(deletedAt(node));

export const trashList: ListView<RepositoryNode> = {
  columns: [
    timeColumn('deleted', deletedAt),
    { title: 'by', value: deletedBy },
    { title: 'id', value: idOf, cutOff: 'never', long: true },
    { title: 'from', value: (node) => deletedFrom(node) || '(gone)', cutOff: 'start' },
    { title: 'name', value: shownName },
  ],
  plainColumns: [
    { title: 'id', value: idOf },
    { title: 'deleted', value: isoTime },
    { title: 'by', value: deletedBy },
    { title: 'from', value: deletedFrom },
    { title: 'name', value: ({ name }) => name },
    { title: 'path', value: ({ path = '' }) => path },
  ],
  id: idOf,
  whole: (nodes) => ({ nodes, pagination: { total: nodes.length, from: 0, count: nodes.length } }),
};

type Restored = Result<Operations['restoreArchived']>['results'][number];

const remarks: Readonly<Record<string, string>> = {
  FINE: '',
  DUPLICATENAME: 'the name was taken',
};

/** Restored nodes with their new paths. */
export const restoredList: ListView<Restored> = {
  columns: [
    { title: 'id', value: ({ nodeId }) => nodeId, cutOff: 'never', long: true },
    { title: 'path', value: ({ path, name }) => path || name },
    { title: 'remark', value: ({ restoreStatus }) => remarks[restoreStatus] ?? restoreStatus },
  ],
  id: ({ nodeId }) => nodeId,
  whole: (results) => ({ results }),
};
