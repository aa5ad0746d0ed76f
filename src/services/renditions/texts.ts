import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { readerVersion, type TextRecord, withoutText } from '../../domain/renditions/extracted-text.ts';
import { textSourceOf } from '../../domain/renditions/text-source.ts';
import { type FailedAttempt, isRetryDue } from '../../domain/renditions/work-limits.ts';
import type { Seams } from '../../ports/seams.ts';
import { createTextCacheService, invalidateText, textFollowerName } from './cached-texts.ts';

/** Reads the texts of contents. They depend on the bytes alone: all nodes with the same content share one. */
export interface TextService {
  /**
   * What came of reading it, after trying where nobody did or where another try may bring more. Undefined where there can
   * be none of such a content. `later` where it failed before, or does so now and may not another time: then it is tried
   * with `retry`, behind what nobody has tried. Rejects where the content cannot be read, or with `Unavailable` where no
   * texts can be read now.
   */
  make(hash: ContentHash, how: { readonly retry: boolean }): Promise<TextRecord | 'later' | undefined>;
  /** Forgets all texts where their cache was deleted, so that they are read anew. */
  prepare(): Promise<void>;
  /** Forgets what was read of contents that are there no more, and has read again what may come out now. */
  sweep(): Promise<void>;
}

/** Records deleted in one change, so that other callers get their turn in between. */
const stepSize = 200;

export function createTextService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'textReader' | 'textCache'>,
): TextService {
  const { store, content, clock, textReader, textCache } = seams;
  const kept = createTextCacheService(seams);

  const open = async (hash: ContentHash): Promise<Readable> => {
    const bytes = await content.read(hash);
    if (bytes !== undefined) return bytes;
    throw new RepositoryError('NotFound', `The content ${hash} is missing on disk: restore a backup.`);
  };

  const headOf = async (hash: ContentHash): Promise<Buffer> => {
    const head = await content.read(hash, { start: 0, end: signatureBytes - 1 });
    return head === undefined ? Buffer.alloc(0) : buffer(head);
  };

  const isOpen = ({ tried }: TextRecord): boolean => isRetryDue(tried, textReader.limits, clock.now());

  const recordOf = async (
    hash: ContentHash,
    once: boolean,
    before?: FailedAttempt,
  ): Promise<TextRecord | undefined> => {
    const source = textSourceOf(await headOf(hash));
    if (source === undefined) return undefined;
    const outcome = await textReader.read(source, () => open(hash), { once });
    if (outcome.text === null) return withoutText({ ...outcome, before }, textReader.limits, clock.now());
    // The file comes first: a record that has none has it read anew.
    const bytes = await textCache.write(hash, outcome.text);
    const text = { bytes, cut: outcome.cut };
    return { reader: readerVersion, at: clock.now().toISOString(), text };
  };

  const inSteps = async (keys: readonly string[], kind: 'texts' | 'nodeTexts'): Promise<void> => {
    for (let start = 0; start < keys.length; start += stepSize) {
      await store.change(async (change) => {
        for (const key of keys.slice(start, start + stepSize)) change[kind].delete(key);
      });
    }
  };

  const keysOf = async (
    kind: 'texts' | 'nodeTexts',
    isGone: (key: string) => Promise<boolean>,
  ): Promise<readonly string[]> => {
    const gone: string[] = [];
    for await (const key of store[kind].keys()) if (await isGone(key)) gone.push(key);
    return gone;
  };

  const forgetGone = async (): Promise<void> => {
    // Only such names are keys of this kind.
    await inSteps(await keysOf('texts', async (key) => !(await content.has(key as ContentHash))), 'texts');
    await inSteps(await keysOf('nodeTexts', async (key) => !(await store.nodes.has(key))), 'nodeTexts');
    for await (const hash of textCache.hashes()) if (!(await store.texts.has(hash))) await textCache.remove(hash);
  };

  /** Those of older versions do not go on, and must not keep rows of the change log from being forgotten. */
  const forgetOldFollowers = async (): Promise<void> => {
    for await (const key of store.followers.keys({ prefix: 'texts-' })) {
      if (key !== textFollowerName) await store.change(async (change) => change.followers.delete(key));
    }
  };

  const isAnyOpen = async (): Promise<boolean> => {
    for await (const [, record] of store.texts.entries()) if (isOpen(record)) return true;
    return false;
  };

  return {
    async make(hash, { retry }) {
      const known = await kept.record(hash);
      if (known !== undefined && !isOpen(known)) return known;
      if (known !== undefined && !retry) return 'later';
      const record = await recordOf(hash, !retry, known?.tried);
      if (record !== undefined) await store.change(async (change) => change.texts.put(hash, record));
      return record?.tried?.again === true ? 'later' : record;
    },
    async prepare() {
      await forgetOldFollowers();
      if (!(await textCache.prepare()).wasGone) return;
      const lost = await keysOf('texts', async () => true);
      if (lost.length === 0) return;
      await inSteps(lost, 'texts');
      await store.change(async (change) => invalidateText(change));
    },
    async sweep() {
      await forgetGone();
      if (await isAnyOpen()) await store.change(async (change) => invalidateText(change));
    },
  };
}
