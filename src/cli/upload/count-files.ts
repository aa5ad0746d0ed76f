import { systemErrorCode } from '../../base/errors/errors.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import { localEntries } from './list-local-folder.ts';

/**
 * Counts the local files in `sources`, which are files and folders, as a transfer of them sees them. Resolves to undefined if it is
 * aborted, or if something cannot be read: the transfer reports that.
 */
export async function countFiles(
  sources: readonly string[],
  { excluded, avoid, signal }: Pick<TransferSettings, 'excluded' | 'avoid' | 'signal'>,
): Promise<number | undefined> {
  let count = 0;
  const left = [...sources];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    try {
      for await (const { kind, path } of localEntries(next)) {
        if (signal.aborted) return undefined;
        if (path === avoid || excluded?.(path, kind) === true) continue;
        if (kind === 'folder') left.push(path);
        if (kind === 'file') count += 1;
      }
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOTDIR') return undefined;
      count += 1;
    }
  }
  return count;
}
