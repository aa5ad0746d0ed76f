import type { Readable } from 'node:stream';
import type { NodeId } from '../../base/ids.ts';
import type { AccessControlList } from '../../domain/access/acl.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { type ExportRecord, exportTransition } from '../../domain/privacy/export-queue.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { exportFolder, firstAdmin } from '../identity/bootstrap.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** The file of an export. */
export interface AssembledExport {
  readonly name: string;
  readonly mimeType: string;
  open(): Readable;
  /** Removes the temporary file. */
  dispose(): Promise<void>;
}

/** Stores an export and finishes its entry. Resolves to false, and delivers nothing, if it was cancelled meanwhile. */
export type DeliverExport = (entry: ExportRecord, run: string, assembled: AssembledExport) => Promise<boolean>;

/** Only this person may read the export. Its owner is the system's first administrator. */
const aclFor = (userName: string): AccessControlList => ({
  inherits: false,
  entries: [{ authority: userName, permission: 'Consumer' }],
});

type DeliverySeams = Pick<Seams, 'store' | 'content' | 'clock' | 'randomness'>;

interface Delivery {
  readonly id: NodeId;
  readonly name: string;
  readonly content: ContentReference;
  readonly run: string;
}

async function finishIn(
  seams: DeliverySeams,
  change: Change,
  { user, person: personId }: ExportRecord,
  { id, name, content, run }: Delivery,
): Promise<boolean> {
  const person = await change.people.get(user);
  if (person?.id !== personId) return false;
  const now = seams.clock.now();
  const completed = { kind: 'completed', run, node: id, hasAddress: person.email !== '' } as const;
  const transition = exportTransition(await change.exports.get(user), completed, now);
  if (transition.to !== 'stored') return false;
  const parent = await exportFolder(change, seams);
  const created = { id, parent, type: 'ccm:io', folder: false, name, at: now.toISOString(), by: firstAdmin } as const;
  // What is in the safe area needs the second sign-in, also in an export.
  const area = person.safeHome === undefined ? {} : { area: 'safe' as const };
  const node: NodeRecord = { ...newNode({ ...created, ...area, acl: aclFor(user), unlisted: true }), content };
  putNodeVersion(change, node, '');
  change.exports.put(user, transition.entry);
  return true;
}

export function createExportDelivery(seams: DeliverySeams): DeliverExport {
  const { store, content, randomness } = seams;
  return async (entry, run, { name, mimeType, open }) => {
    const { hash, size } = await content.write(open());
    const delivery = { id: randomness.nodeId(), name, content: { hash, size, mimeType }, run };
    return store.change((change) => finishIn(seams, change, entry, delivery));
  };
}
