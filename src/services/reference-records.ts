import type { NodeId } from '../base/ids.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Change } from '../ports/store.ts';
import { childKey, referenceKey } from './node-changes.ts';
import { versionsPrefix } from './version-records.ts';

/** To be called where a node is removed: its original does not have it any more. */
export function forgetReference(change: Change, { id, original }: NodeRecord): void {
  if (original !== undefined) change.references.delete(referenceKey(original, id));
}

/** Takes a reference away for good. */
export async function deleteReference(change: Change, reference: NodeRecord): Promise<void> {
  const { id, parent, name } = reference;
  const key = parent === null ? undefined : childKey(parent, name);
  if (key !== undefined && (await change.children.get(key))?.id === id) change.children.delete(key);
  for await (const version of change.versions.keys({ prefix: versionsPrefix(id) })) change.versions.delete(version);
  change.nodes.delete(id);
  forgetReference(change, reference);
}

/** Takes every reference to a node away for good, wherever it is. */
export async function deleteReferencesTo(change: Change, original: NodeId): Promise<void> {
  const prefix = referenceKey(original, '');
  for await (const key of change.references.keys({ prefix })) {
    const reference = await change.nodes.get(key.slice(prefix.length));
    if (reference === undefined) change.references.delete(key);
    else await deleteReference(change, reference);
  }
}
