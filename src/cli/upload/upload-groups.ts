import { randomUUID } from 'node:crypto';
import { forEachConcurrently } from '../../base/scheduling/concurrently.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { batchFile, type NewEntry } from '../../client/batch-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { endsCommand } from '../program/ending-errors.ts';
import { retried } from '../transfer/retried.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import type { FileRow } from './file-row.ts';
import { rowDone, rowFailed } from './row-results.ts';
import { takesBatches } from './takes-batches.ts';
import { newProperties, uploadFile } from './upload-file.ts';

/** A new row whose content was read into memory, and the folder that it goes to. */
interface ReadRow {
  readonly row: FileRow;
  readonly parent: string;
  /** Undefined for a row without content. */
  readonly bytes: Buffer | undefined;
}

/** What is uploaded in one go: a group of small new files in one call, or a single file. */
type UploadStep = readonly ReadRow[] | FileRow;

/** The files of a step. */
const rowsIn = (step: UploadStep): readonly FileRow[] => ('path' in step ? [step] : step.map(({ row }) => row));

/** A larger file is uploaded by itself, as a stream. In bytes. */
const maxFile = 1_048_576;

/** The limits of a group. One group for each transfer at the same time is in memory. */
const maxGroup = { files: 200, bytes: 4_194_304 };

async function readRow(row: FileRow): Promise<ReadRow | undefined> {
  if (row.existing !== undefined || row.parent === undefined || row.earlier !== undefined) return undefined;
  const { parent, content } = row;
  if (content === undefined) return { row, parent, bytes: undefined };
  try {
    const bytes = await content.readSmall(maxFile);
    return bytes && { row, parent, bytes };
  } catch {
    // The upload by itself fails with the reason.
    return undefined;
  }
}

/** Uploads many files, the small ones in groups if the server can take them. */
class GroupedUpload {
  readonly #settings: TransferSettings;
  /** The server may accept less at once than a group. */
  #grouping = true;

  constructor(settings: TransferSettings) {
    this.#settings = settings;
  }

  /** Reads small new files and puts them together. */
  async *steps(rows: AsyncIterable<FileRow>): AsyncGenerator<UploadStep> {
    let group: ReadRow[] = [];
    let bytes = 0;
    for await (const row of rows) {
      const read = (await this.#mayGroup()) ? await readRow(row) : undefined;
      if (read === undefined) {
        yield row;
        continue;
      }
      group.push(read);
      bytes += read.bytes?.length ?? 0;
      if (group.length < maxGroup.files && bytes < maxGroup.bytes) continue;
      yield group;
      group = [];
      bytes = 0;
    }
    if (group.length > 0) yield group;
  }

  async #mayGroup(): Promise<boolean> {
    const { client, dryRun, signal } = this.#settings;
    return this.#grouping && !dryRun && (await retried(signal, () => takesBatches(client)));
  }

  /** Uploads and counts. Rejects with a failure of all files of the step. */
  async upload(step: UploadStep): Promise<void> {
    if ('path' in step) await uploadFile(step, this.#settings);
    else if (!(await this.#uploadGroup(step))) for (const { row } of step) await this.#uploadAlone(row);
  }

  /** Resolves to false if the server does not accept as much at once. */
  async #uploadGroup(group: readonly ReadRow[]): Promise<boolean> {
    const { client, signal } = this.#settings;
    const entries = await Promise.all(group.map((one) => this.#entryOf(one)));
    try {
      // The IDs of the entries make it harmless to send them again.
      const { results } = await retried(signal, () => client.createNodes({ body: batchFile(entries) }));
      for (const [at, one] of group.entries()) await this.#count(one, results[at]);
    } catch (error) {
      if (!(error instanceof AnswerError && error.status === 413)) throw error;
      this.#grouping = false;
      return false;
    }
    return true;
  }

  async #entryOf({ row, parent, bytes }: ReadRow): Promise<NewEntry> {
    const { versionComment } = this.#settings;
    const entry = { id: randomUUID(), parent, properties: newProperties(row), versionComment };
    if (bytes === undefined || row.content === undefined) return entry;
    const { fileName, mimeType = await mimeTypeOfFile(fileName) } = row.content;
    return { ...entry, content: { bytes, mimetype: mimeType } };
  }

  async #count(
    { row, bytes }: ReadRow,
    result: { readonly status: number; readonly node: string | null } | undefined,
  ): Promise<void> {
    // By itself it finds what is in its way, or fails with the reason.
    if (result?.status !== 200) return this.#uploadAlone(row);
    const done = { outcome: 'created', size: bytes?.length ?? 0, metadataChanged: false } as const;
    await this.#orFailed(row, () => rowDone(row, { ...done, node: result.node ?? undefined }, this.#settings));
  }

  #uploadAlone(row: FileRow): Promise<void> {
    return this.#orFailed(row, () => uploadFile(row, this.#settings));
  }

  async #orFailed(row: FileRow, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (endsCommand(error)) throw error;
      rowFailed(row, error, this.#settings);
    }
  }
}

/** Uploads rows as they arrive. Counts failures, and rejects only with errors that end the transfer. */
export async function uploadRows(rows: AsyncIterable<FileRow>, settings: TransferSettings): Promise<void> {
  const upload = new GroupedUpload(settings);
  await forEachConcurrently(upload.steps(rows), settings.concurrency, async (step) => {
    try {
      await upload.upload(step);
    } catch (error) {
      if (endsCommand(error)) throw error;
      for (const row of rowsIn(step)) rowFailed(row, error, settings);
    }
  });
}
