import { notFound, RepositoryError } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import type { NodeRecord, PersonRecord } from '../domain/records.ts';
import type { Change } from '../ports/store.ts';

/** The node that something is said about; it may have gone since its rights were checked. */
export async function currentNode(change: Change, id: NodeId): Promise<NodeRecord> {
  const node = await change.nodes.get(id);
  if (node === undefined || node.archived !== null) throw notFound('Node', id);
  return node;
}

/** The person that the caller is; they may have gone since they signed in. */
export async function callersPerson(change: Change, caller: Caller): Promise<PersonRecord> {
  const person = await change.people.get(caller.userName);
  if (person === undefined) throw new RepositoryError('Unauthorized', 'Sign in first: only people can say something.');
  return person;
}
