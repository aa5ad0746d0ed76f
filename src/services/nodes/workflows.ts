import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { authorAt } from '../../domain/identity/authorship.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import { type WorkflowEntry, withWorkflowEntry, workflowAspect, workflowHistory } from '../../domain/nodes/workflow.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import { unknownAuthorities } from '../access/known-authorities.ts';
import { requireOwnState } from '../access/references.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode, putNode } from '../records/node-changes.ts';
import type { UserNames } from '../records/user-names.ts';
import { keepVersion } from '../records/version-records.ts';

interface WorkflowEntryView {
  readonly entry: WorkflowEntry;
  /** Who made the entry; undefined if the account was deleted, even if a new person has the same name. */
  readonly editor: PersonRecord | undefined;
}

export interface WorkflowService {
  /** The workflow of a node, newest entry first. A reference has that of its original. Needs `ReadProperties`. */
  history(caller: Caller, node: NodeId): Promise<WorkflowEntryView[]>;
  /**
   * Adds an entry, without a new version. Grants no rights to the receivers. Needs `WriteProperties`. Rejects with
   * `BadRequest` for unknown receivers.
   */
  add(caller: Caller, node: NodeId, entry: Pick<WorkflowEntry, 'receiver' | 'status' | 'comment'>): Promise<void>;
}

type Dependencies = Pick<Seams, 'store' | 'clock'> &
  Pick<AccessServices, 'rights' | 'references'> & {
    readonly userNames: Pick<UserNames, 'spelled'>;
    readonly limits: PropertyLimits;
  };

async function addEntry(
  { store, clock, rights, userNames, limits }: Dependencies,
  caller: Caller,
  id: NodeId,
  sent: Pick<WorkflowEntry, 'receiver' | 'status' | 'comment'>,
): Promise<void> {
  requireOwnState(await rights.node(caller, id, 'WriteProperties'));
  const receiver = [...new Set(sent.receiver.map((name) => userNames.spelled(name)))];
  await store.change(async (change) => {
    const unknown = await unknownAuthorities(
      change,
      receiver.map((authority) => ({ authority })),
    );
    if (unknown.length > 0) {
      throw badRequest(`Unknown receivers: ${unknown.slice(0, 20).join(', ')}. Send names of people or groups.`);
    }
    const before = await presentNode(change, id);
    const person = await callersPerson(change, caller);
    const now = clock.now();
    const entry = { ...sent, receiver, time: now.getTime(), editor: person.userName };
    const properties = withWorkflowEntry(before.properties, entry);
    requireSize(before.properties, properties, limits);
    await keepVersion(change, before);
    const aspects = [...new Set([...before.aspects, workflowAspect])];
    putNode(change, { ...before, properties, aspects, modifiedAt: now.toISOString(), modifiedBy: caller.userName });
  });
}

export function createWorkflowService(dependencies: Dependencies): WorkflowService {
  const { store, references } = dependencies;
  return {
    async history(caller, id) {
      const { properties } = await references.original(caller, id, 'ReadProperties');
      const entries = workflowHistory(properties);
      const people = await store.people.getMany(entries.map(({ editor }) => editor));
      return entries.map((entry, at) => ({ entry, editor: authorAt(people[at], new Date(entry.time).toISOString()) }));
    },
    add: (caller, id, entry) => addEntry(dependencies, caller, id, entry),
  };
}
