import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type {
  BackupFolder,
  BackupLocation,
  CompletedBackup,
  CopiedStore,
  LastBackup,
} from '../../ports/backup-folder.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ContentGcService } from '../trash/content-gc.ts';
import { type ContentUses, contentUses, type RecordPosition } from './content-uses.ts';
import { type ContentOutcome, CopiedContents } from './copied-contents.ts';

/** What one call of `copyPart` has done. */
interface BackupPart {
  /** The contents that were copied, and those that are shared with the previous backup. */
  readonly copied: number;
  readonly linked: number;
  /** The total size of the copied contents. */
  readonly bytes: number;
  /** Where the next call continues; undefined if the backup is complete. */
  readonly next: RecordPosition | undefined;
  /** Undefined until the backup is complete. */
  readonly completed: CompletedBackup | undefined;
}

/** Makes backups while the repository is in use. */
export interface BackupService {
  /**
   * Copies contents for about five seconds, beginning after `after`. The call that reaches the last one also copies the metadata store
   * and completes the backup. Rejects with `Unavailable` if the metadata store is damaged, with `StorageFailed` if the backup
   * cannot be written, and as `BackupFolders` does.
   */
  copyPart(location: BackupLocation, after?: RecordPosition): Promise<BackupPart>;
  /** The last backup that was completed; undefined if there was none. */
  last(): Promise<LastBackup | undefined>;
}

type Parts = Pick<Seams, 'store' | 'content' | 'backups' | 'log'> & { readonly contentGc: ContentGcService };

const partTimeMs = 5_000;

/** How many records are handled at the same time. Small contents that arrive together are synced together. */
const together = 64;

async function* groupsOf(uses: AsyncIterable<ContentUses>): AsyncGenerator<readonly ContentUses[]> {
  let group: ContentUses[] = [];
  for await (const one of uses) {
    if (group.push(one) < together) continue;
    yield group;
    group = [];
  }
  yield group;
}

/** Copies the contents that a group of records refers to. Resolves to those that are not whole in the repository. */
async function copyGroup(
  group: readonly ContentUses[],
  contents: CopiedContents,
): Promise<readonly (readonly [ContentHash, ContentOutcome])[]> {
  const hashes = [...new Set(group.flatMap((uses) => uses.hashes ?? []))];
  const outcomes = await Promise.all(hashes.map(async (hash) => [hash, await contents.add(hash)] as const));
  return outcomes.filter(([, outcome]) => outcome !== 'whole');
}

/** Resolves to the last record before `isFull`, or to undefined after the last one. */
async function copyUntil(
  isFull: () => boolean,
  uses: AsyncIterable<ContentUses>,
  contents: CopiedContents,
): Promise<RecordPosition | undefined> {
  for await (const group of groupsOf(uses)) {
    await copyGroup(group, contents);
    if (isFull()) return group.at(-1)?.position;
  }
  return undefined;
}

/** Copies what the backup still lacks, and counts what it will not have. */
async function copyRest(store: CopiedStore, contents: CopiedContents): Promise<CompletedBackup> {
  const outcomes = new Map<ContentHash, ContentOutcome>();
  let damagedRecords = 0;
  for await (const group of groupsOf(contentUses(store))) {
    for (const [hash, outcome] of await copyGroup(group, contents)) outcomes.set(hash, outcome);
    damagedRecords += group.filter(({ hashes }) => hashes === undefined).length;
  }
  const lost = [...outcomes.values()].filter((outcome) => outcome === 'lost').length;
  return { commit: store.lastCommit, problems: outcomes.size + damagedRecords, lost: lost + damagedRecords };
}

async function complete(target: BackupFolder, contents: CopiedContents): Promise<CompletedBackup> {
  const store = await target.copyStore();
  const backup = await copyRest(store, contents).finally(store.close);
  await target.complete(backup);
  return backup;
}

export function createBackupService({ store, content, backups, contentGc, log }: Parts): BackupService {
  const copyPart: BackupService['copyPart'] = async (location, after) => {
    if (store.damage.length > 0) {
      const message = 'The metadata store is damaged, so a backup of it would be incomplete. Keep your last backup.';
      throw new RepositoryError('Unavailable', message);
    }
    const target = await backups.open(location);
    const contents = new CopiedContents(content, target);
    const end = performance.now() + partTimeMs;
    const next = await copyUntil(() => performance.now() > end, contentUses(store, after), contents);
    // What the copied store refers to must stay until it is copied as well.
    const completed = next === undefined ? await contentGc.pausedFor(() => complete(target, contents)) : undefined;
    if (completed !== undefined) log.info('A backup is complete.', { folder: location.folder, ...completed });
    const { copied, linked, bytes } = contents;
    return { copied, linked, bytes, next, completed };
  };
  // A content folder has one writer at a time.
  const turns = createMutex();
  return { copyPart: (location, after) => turns.take(() => copyPart(location, after)), last: backups.last };
}
