import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../../contract/file-body.ts';
import { type LocalFile, openLocalFile, sha256Of } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { readSmallFile } from '../files/regular-file.ts';

/** Bytes to upload: those of a local file, or of a part of a source such as an entry of an archive. */
export interface RowContent {
  /** Determines the media type, if `mimeType` does not name it. */
  readonly fileName: string;
  readonly mimeType: string | undefined;
  /** In bytes; undefined if only reading tells. */
  readonly size?: number | undefined;
  open(): Promise<LocalFile>;
  /** The bytes, if there are at most `limit`; undefined for more, or if only reading tells. Throws as `open` rejects. */
  readSmall(limit: number): Buffer | Promise<Buffer> | undefined;
}

/** The content of a local file. */
export const localContent = (path: string, fileName: string): RowContent => ({
  fileName,
  mimeType: undefined,
  open: () => openLocalFile(path),
  readSmall: (limit) => readSmallFile(path, limit),
});

/** A content with its media type, as calls take it. */
export type OpenedContent = UploadedFile & { readonly mimeType: string; readonly size: number };

/** The bytes of an opened content, to be uploaded. */
export async function openedContent({ fileName: name, mimeType }: RowContent, file: LocalFile): Promise<OpenedContent> {
  return { name, mimeType: mimeType ?? (await mimeTypeOfFile(name)), size: file.size, bytes: file.bytes() };
}

/** A part of a source that can be read from its start again. */
export interface StreamedPart {
  /** Determines the media type, if `mimeType` does not name it. */
  readonly fileName: string;
  readonly mimeType?: string | undefined;
  /** In bytes; undefined if only reading tells. */
  readonly size: number | undefined;
  open(): Promise<Readable>;
}

async function* chunksOf(part: StreamedPart): AsyncGenerator<Buffer> {
  for await (const chunk of await part.open()) yield chunk as Buffer;
}

async function bytesOf(part: StreamedPart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Writes the part to a temporary file, because an upload announces its size. */
async function spooled(part: StreamedPart): Promise<LocalFile> {
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'content');
    await pipeline(chunksOf(part), createWriteStream(path, { mode: 0o600 }));
    const file = await openLocalFile(path);
    const close = async (): Promise<void> => {
      await file.close();
      await remove();
    };
    return { ...file, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The content of a part of a source. */
export function streamedContent(part: StreamedPart): RowContent {
  const { fileName, mimeType, size } = part;
  const bytes = (): Readable => Readable.from(chunksOf(part), { objectMode: false });
  return {
    fileName,
    mimeType,
    size,
    readSmall: (limit) => (size !== undefined && size <= limit ? bytesOf(part) : undefined),
    open: async () =>
      size === undefined
        ? spooled(part)
        : { size, bytes, hash: () => sha256Of(bytes()), close: () => Promise.resolve() },
  };
}
