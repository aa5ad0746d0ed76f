import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type Column, type Field, timeColumn } from '../print/table.ts';
import type { ListView, RecordView } from '../print/view.ts';

/** A usage, as the REST interface returns it. */
export type Usage = Result<Operations['recordUsage']>;

/** A usage with the title of its node; empty if the caller may not read the node. */
export interface ReportedUsage extends Usage {
  readonly title: string;
}

const place: readonly Column<Usage>[] = [
  { title: 'app', value: ({ appId }) => appId },
  { title: 'course', value: ({ courseId }) => courseId },
  { title: 'resource', value: ({ resourceId }) => resourceId },
];

const counts: readonly Column<Usage>[] = [
  { title: 'version', value: ({ usageVersion }) => usageVersion },
  { title: 'count', value: ({ usageCounter }) => String(usageCounter), alignRight: true },
  { title: 'people', value: ({ distinctPersons }) => String(distinctPersons), alignRight: true },
];

const localPeriod: readonly Column<Usage>[] = [
  timeColumn('from', ({ fromUsed }) => fromUsed),
  timeColumn('to', ({ toUsed }) => toUsed),
];

const plainPeriod: readonly Column<Usage>[] = [
  { title: 'from', value: ({ fromUsed }) => fromUsed },
  { title: 'to', value: ({ toUsed }) => toUsed },
];

const id: Column<Usage> = { title: 'id', value: ({ nodeId }) => nodeId };
const node: Column<Usage> = { title: 'node', value: ({ parentNodeId }) => parentNodeId };
const by: Column<Usage> = { title: 'by', value: ({ appUser }) => appUser };

export const usageList: ListView<Usage> = {
  columns: [id, node, ...place, ...counts, ...localPeriod, by],
  plainColumns: [id, node, ...place, ...counts, ...plainPeriod, by],
  id: ({ nodeId }) => nodeId,
  whole: (usages) => ({ usages }),
};

const title: Column<ReportedUsage> = { title: 'title', value: (usage) => usage.title };

export const usageReportList: ListView<ReportedUsage> = {
  columns: [title, ...place, ...counts, ...localPeriod],
  plainColumns: [node, title, ...place, id, ...counts, ...plainPeriod, by],
  id: ({ nodeId }) => nodeId,
  whole: (usages) => ({ usages }),
};

const fieldsOf = (columns: readonly Column<Usage>[], usage: Usage): Field[] =>
  columns.map((column) => [column.title, column.value(usage), column.onTerminal?.(usage) ?? column.value(usage)]);

export const usageRecord: RecordView<Usage> = {
  id: ({ nodeId }) => nodeId,
  fields: (usage) => fieldsOf(usageList.columns, usage),
  plainFields: (usage) => fieldsOf(usageList.plainColumns ?? usageList.columns, usage),
};
