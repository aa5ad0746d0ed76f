import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { BackupFolder, BackupLocation, CompletedBackup, CopiedStore } from '../../ports/backup-folder.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
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
  /** Ends the part in progress, whose caller gets `Unavailable`, and waits for its end. */
  stop(): Promise<void>;
}

type Parts = Pick<Seams, 'store' | 'content' | 'backups' | 'log'> & { readonly contentGc: ContentGcService };

/** How long a part takes, in milliseconds. The file that is being copied then still belongs to it. */
const defaultPartTime = 5_000;

/** The limits of a batch of records. Small contents that are copied together are synced together; large ones take long. */
const batchRecords = 64;
const batchBytes = 64 * 1_048_576;

async function* batchesOf(uses: AsyncIterable<ContentUses>): AsyncGenerator<readonly ContentUses[]> {
  let batch: ContentUses[] = [];
  let bytes = 0;
  for await (const one of uses) {
    bytes += one.bytes;
    if (batch.push(one) < batchRecords && bytes < batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  yield batch;
}

/** Copies the contents that a batch of records refers to. Resolves to those that the repository has lost. */
async function copyBatch(
  batch: readonly ContentUses[],
  contents: CopiedContents,
): Promise<readonly (readonly [ContentHash, ContentOutcome])[]> {
  const hashes = [...new Set(batch.flatMap((uses) => uses.hashes))];
  const outcomes = await Promise.all(hashes.map(async (hash) => [hash, await contents.add(hash)] as const));
  return outcomes.filter(([, outcome]) => outcome !== 'intact');
}

/** Resolves to the last record before `isFull`, or to undefined after the last one. */
async function copyUntil(
  isFull: () => boolean,
  uses: AsyncIterable<ContentUses>,
  contents: CopiedContents,
): Promise<RecordPosition | undefined> {
  for await (const batch of batchesOf(uses)) {
    await copyBatch(batch, contents);
    if (isFull()) return batch.at(-1)?.position;
  }
  return undefined;
}

/** Copies what the backup still lacks, and counts what it will not have. */
async function copyRest({ store, damagedRecords }: CopiedStore, contents: CopiedContents): Promise<CompletedBackup> {
  const outcomes = new Map<ContentHash, ContentOutcome>();
  for await (const batch of batchesOf(contentUses(store))) {
    for (const [hash, outcome] of await copyBatch(batch, contents)) outcomes.set(hash, outcome);
  }
  const lost = [...outcomes.values()].filter((outcome) => outcome === 'lost').length;
  return { commit: store.lastCommit, problems: outcomes.size + damagedRecords, lost: lost + damagedRecords };
}

async function complete(
  target: BackupFolder,
  contents: CopiedContents,
  mayContinue: () => void,
): Promise<CompletedBackup> {
  const copy = await target.copyStore(mayContinue);
  const backup = await copyRest(copy, contents).finally(copy.store.close);
  mayContinue();
  await target.complete(backup);
  return backup;
}

function requireIntact({ damage }: Pick<Store, 'damage'>): void {
  if (damage.length === 0) return;
  const message = 'The metadata store is damaged, so a backup of it would be incomplete. Keep your last backup.';
  throw new RepositoryError('Unavailable', message);
}

export function createBackupService(
  { store, content, backups, contentGc, log }: Parts,
  { partTime = defaultPartTime }: { readonly partTime?: number } = {},
): BackupService {
  let isStopping = false;
  const mayContinue = (): void => {
    if (isStopping) throw new RepositoryError('Unavailable', 'The server is stopping. Continue the backup later.');
  };

  const finish = async (target: BackupFolder, contents: CopiedContents): Promise<CompletedBackup> => {
    // LevelDB returns damaged rows without an error, so the files are checked before they are copied.
    await store.check();
    requireIntact(store);
    // What the copied store refers to must stay until it is copied as well.
    return contentGc.pausedFor(() => complete(target, contents, mayContinue));
  };

  const copyPart: BackupService['copyPart'] = async (location, after) => {
    requireIntact(store);
    const target = await backups.open(location);
    const contents = new CopiedContents(content, target, mayContinue);
    const end = performance.now() + partTime;
    const next = await copyUntil(() => performance.now() >= end, contentUses(store, after), contents);
    const completed = next === undefined ? await finish(target, contents) : undefined;
    if (completed !== undefined) log.info('A backup is complete.', { folder: location.folder, ...completed });
    const { copied, linked, bytes } = contents;
    return { copied, linked, bytes, next, completed };
  };

  // A content folder has one writer at a time.
  const mutex = createMutex();
  return {
    copyPart: (location, after) =>
      mutex.take(() => {
        mayContinue();
        return copyPart(location, after);
      }),
    async stop() {
      isStopping = true;
      await mutex.take(async () => undefined);
    },
  };
}
