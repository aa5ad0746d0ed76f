import { RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber, ContentHash } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { BackupFolder, BackupLocation, CopiedStore } from '../../ports/backup-folder.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ContentGcService } from '../trash/content-gc.ts';
import { type ContentUses, contentUses, type RecordPosition } from './content-uses.ts';
import { CopiedContents } from './copied-contents.ts';

/** What one call of `copyPart` has done. */
interface BackupPart {
  /** The contents that were copied, and those that are shared with the previous backup. */
  readonly copied: number;
  readonly linked: number;
  /** The total size of the copied contents. */
  readonly bytes: number;
  /** Where the next call continues; undefined if the backup is complete. */
  readonly next: RecordPosition | undefined;
  /** The state of the repository in the backup. Undefined until the backup is complete. */
  readonly completed: CompletedBackup | undefined;
}

interface CompletedBackup {
  /** The backup has exactly the changes up to this one. */
  readonly commit: CommitNumber;
  /** The number of contents and records that are missing, damaged or unreadable in the repository, so that the backup lacks them. */
  readonly problems: number;
}

/** Makes backups while the repository is in use. */
export interface BackupService {
  /**
   * Copies contents for about five seconds, beginning after `after`. The call that reaches the last one also copies the metadata store
   * and completes the backup. Rejects with `Unavailable` if the metadata store is damaged, with `StorageFailed` if the backup
   * cannot be written, and as `OpenBackupFolder` does.
   */
  copyPart(location: BackupLocation, after?: RecordPosition): Promise<BackupPart>;
}

type Parts = Pick<Seams, 'store' | 'content' | 'openBackup'> & { readonly contentGc: ContentGcService };

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

/** Copies the contents that a group of records refers to. Resolves to those that the backup lacks. */
async function copyGroup(group: readonly ContentUses[], contents: CopiedContents): Promise<readonly ContentHash[]> {
  const hashes = [...new Set(group.flatMap((uses) => uses.hashes ?? []))];
  const results = await Promise.all(hashes.map((hash) => contents.add(hash)));
  return hashes.filter((_, at) => results[at] === false);
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

/** Copies what the backup still lacks. Resolves to the number of contents and records that it will not have. */
async function copyRest(store: CopiedStore, contents: CopiedContents): Promise<number> {
  const missing = new Set<ContentHash>();
  let damagedRecords = 0;
  for await (const group of groupsOf(contentUses(store))) {
    for (const hash of await copyGroup(group, contents)) missing.add(hash);
    damagedRecords += group.filter(({ hashes }) => hashes === undefined).length;
  }
  return missing.size + damagedRecords;
}

async function complete(target: BackupFolder, contents: CopiedContents): Promise<CompletedBackup> {
  const store = await target.copyStore();
  let problems: number;
  try {
    problems = await copyRest(store, contents);
  } finally {
    await store.close();
  }
  await target.complete();
  return { commit: store.lastCommit, problems };
}

export function createBackupService({ store, content, openBackup, contentGc }: Parts): BackupService {
  const copyPart: BackupService['copyPart'] = async (location, after) => {
    if (store.damage.length > 0) {
      const message = 'The metadata store is damaged, so a backup of it would be incomplete. Keep your last backup.';
      throw new RepositoryError('Unavailable', message);
    }
    const target = await openBackup(location);
    const contents = new CopiedContents(content, target);
    const end = performance.now() + partTimeMs;
    const next = await copyUntil(() => performance.now() > end, contentUses(store, after), contents);
    // What the copied store refers to must stay until it is copied as well.
    const completed = next === undefined ? await contentGc.pausedFor(() => complete(target, contents)) : undefined;
    const { copied, linked, bytes } = contents;
    return { copied, linked, bytes, next, completed };
  };
  // A content folder has one writer at a time.
  const turns = createMutex();
  return { copyPart: (location, after) => turns.take(() => copyPart(location, after)) };
}
