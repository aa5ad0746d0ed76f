import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { BatchEntry as WireEntry } from '../../contract/objects/batch.ts';
import { plainIssue } from '../../contract/plain-issue.ts';
import type { BatchEntry, RefusedEntry } from '../../services/nodes/batches.ts';
import { ByteReader } from './byte-reader.ts';

/** The maximum number of entries in a call. */
const maxBatchEntries = 1_000;

/** The maximum number of blank lines in a call: one after each content, and as many again. */
const maxBlankLines = 2 * maxBatchEntries;

/** The maximum length of the line of an entry, in bytes. */
const maxLineBytes = 1_000_000;

/** A content up to this size is read into memory, in bytes. Several of them are stored at a time. */
const maxContentInMemory = 262_144;

/** The memory for the entry that is being received, in bytes. */
export const bytesPerBatch = maxLineBytes + maxContentInMemory;

const notAnEntry = (number: number, why: string): RepositoryError =>
  badRequest(`Entry ${number} is not a line of JSON: ${why}. Send {"id", "parent", "properties", …} in UTF-8.`);

const tooMany = (): RepositoryError =>
  new RepositoryError(
    'TooLarge',
    `The file has more than ${maxBatchEntries} entries. Send the others in another call.`,
  );

const tooManyBlankLines = (): RepositoryError =>
  badRequest(`The file has more than ${maxBlankLines} blank lines. Leave them out.`);

function parsedLine(line: Uint8Array, number: number): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch (error) {
    throw notAnEntry(number, error instanceof SyntaxError ? 'the JSON is not valid' : 'it is not valid UTF-8');
  }
}

type EntryFields = Readonly<Record<string, unknown>>;

function entryFields(line: Uint8Array, number: number): EntryFields {
  const value = parsedLine(line, number);
  if (typeof value !== 'object' || value === null) throw notAnEntry(number, 'it is not an object');
  return value as EntryFields;
}

const idOf = ({ id }: EntryFields): string | null => (typeof id === 'string' ? id.slice(0, 200) : null);

/** The number of bytes that follow the line. Throws `BadRequest` if the entry does not say it. */
function sizeOf({ content }: EntryFields, number: number): number {
  if (content === undefined || content === null) return 0;
  const { size } = content as { readonly size?: unknown };
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size;
  throw badRequest(
    `Entry ${number} does not say how long its content is. Set content.size to the number of bytes after the line.`,
  );
}

/** The entry without its content. Throws `BadRequest` if the line is not valid. */
function entryOf(
  value: EntryFields,
  nodeAt: (text: string) => NodeId,
): Omit<BatchEntry, 'content' | 'lineBytes'> & Pick<WireForm, 'content'> {
  const parsed = WireEntry.safeParse(value, { error: plainIssue });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${['entry', ...path].join(' ')}: ${message}`);
    throw badRequest(`The entry is not valid: ${issues.join('; ').replace(/\.$/, '')}.`);
  }
  const { id, parent, type, aspects, properties, renameIfExists, versionComment, content } = parsed.data;
  const onNameClash = renameIfExists ? 'rename' : 'fail';
  return { id, parent: nodeAt(parent), draft: { type, aspects, properties, onNameClash, versionComment }, content };
}

type WireForm = ReturnType<typeof WireEntry.parse>;

/**
 * The entries of a batch as they arrive, and one `RefusedEntry` for each that is not valid. Ends with a `RefusedEntry` at an entry
 * after which the beginning of the next one is unknown. `nodeAt` returns the folder that an entry names.
 */
export async function* batchEntries(
  bytes: Readable,
  nodeAt: (text: string) => NodeId,
): AsyncGenerator<BatchEntry | RefusedEntry> {
  const reader = new ByteReader(bytes);
  let id: string | null = null;
  const lines = filledLines(reader);
  try {
    for (let number = 1; ; number += 1) {
      id = null;
      const { value: line } = await lines.next();
      if (line === undefined) return;
      const fields = entryFields(line, number);
      id = idOf(fields);
      if (number > maxBatchEntries) throw tooMany();
      const entry = { id, fields, lineBytes: line.length, size: sizeOf(fields, number) };
      // The entry that the end of the file cuts off fails by itself.
      if (!(yield* entryWithContent(reader, entry, nodeAt))) return;
    }
  } catch (error) {
    if (!(error instanceof RepositoryError) || bytes.errored !== null) throw error;
    yield { id, failure: error };
  } finally {
    await reader.close();
  }
}

/** The lines that are not blank. Between two of them, the caller reads the content. Rejects with `BadRequest` at too many blank ones. */
async function* filledLines(reader: ByteReader): AsyncGenerator<Buffer, undefined> {
  let blank = 0;
  for (;;) {
    const line = await reader.line(maxLineBytes);
    if (line === undefined) return undefined;
    if (line.length > 0 && !(line.length === 1 && line[0] === carriageReturn)) yield line;
    else blank += 1;
    if (blank > maxBlankLines) throw tooManyBlankLines();
  }
}

const carriageReturn = 13;

interface ReceivedEntry {
  readonly id: string | null;
  readonly fields: EntryFields;
  readonly lineBytes: number;
  /** The number of bytes of the content. */
  readonly size: number;
}

/** Returns whether all of the content was there. */
async function* entryWithContent(
  reader: ByteReader,
  { id, fields, lineBytes, size }: ReceivedEntry,
  nodeAt: (text: string) => NodeId,
): AsyncGenerator<BatchEntry | RefusedEntry, boolean> {
  const bytes = size > maxContentInMemory ? reader.stream(size) : await reader.block(size);
  try {
    const { content, ...entry } = entryOf(fields, nodeAt);
    const file = content && { bytes, mimeTypes: [content.mimetype], fileName: content.fileName };
    yield { ...entry, lineBytes, content: file };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    yield { id, failure: error };
  }
  if (bytes instanceof Uint8Array) return true;
  // The next entry begins after the content, even if the content was not needed.
  bytes.resume();
  return finished(bytes).then(
    () => true,
    () => false,
  );
}
