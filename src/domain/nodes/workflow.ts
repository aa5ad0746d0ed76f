import type { PropertyBag } from './records.ts';
import { isWorkflowProperty, workflowHistoryProperty } from './system-properties.ts';

/** The aspect of nodes that are, or once were, in a workflow. */
export const workflowAspect = 'ccm:workflow';

/** One step of a node through a workflow. */
export interface WorkflowEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The user name of the person who made the entry. */
  readonly editor: string;
  /** The people and groups whose turn it is. An entry grants them no rights. */
  readonly receiver: readonly string[];
  readonly status: string;
  readonly comment: string;
}

const maxEntries = 100;

/** The maximum length of all entries in a node together: they share the properties' limit with the metadata. */
const maxLength = 100_000;

/** The newest entries that fit, at least one. */
function fitting(entries: readonly string[]): string[] {
  let length = 0;
  const tooMany = entries.findIndex((entry, index) => {
    length += entry.length;
    return index > 0 && (index >= maxEntries || length > maxLength);
  });
  return entries.slice(0, tooMany === -1 ? entries.length : tooMany);
}

/** The properties after this entry. The oldest entries are dropped if there are more than 100, or if they are long. */
export function withWorkflowEntry(properties: PropertyBag, sent: WorkflowEntry): PropertyBag {
  const entry = { ...sent, status: sent.status.toWellFormed(), comment: sent.comment.toWellFormed() };
  const history = fitting([JSON.stringify(entry), ...(properties[workflowHistoryProperty] ?? [])]);
  return {
    ...properties,
    'ccm:wf_status': [entry.status],
    'ccm:wf_receiver': entry.receiver,
    'ccm:wf_instructions': [entry.comment],
    [workflowHistoryProperty]: history,
  };
}

/** The properties of a version, with the workflow of the node as it is now. */
export function withWorkflowOf(now: PropertyBag, version: PropertyBag): PropertyBag {
  const part = (properties: PropertyBag, ofWorkflow: boolean) =>
    Object.entries(properties).filter(([name]) => isWorkflowProperty(name) === ofWorkflow);
  return Object.fromEntries([...part(version, false), ...part(now, true)]);
}

const isEntry = (value: Partial<WorkflowEntry> | null): value is WorkflowEntry =>
  typeof value?.time === 'number' &&
  Array.isArray(value.receiver) &&
  value.receiver.every((name) => typeof name === 'string') &&
  [value.editor, value.status, value.comment].every((text) => typeof text === 'string');

function entryOf(text: string): WorkflowEntry | undefined {
  try {
    const value: Partial<WorkflowEntry> | null = JSON.parse(text);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The entries in the properties, newest first. Skips texts in other forms, which earlier programs accepted from clients. */
export const workflowHistory = (properties: PropertyBag): WorkflowEntry[] =>
  (properties[workflowHistoryProperty] ?? []).map(entryOf).filter((entry) => entry !== undefined);
