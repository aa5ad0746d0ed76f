import { Readable } from 'node:stream';
import type { ArchiveFile, ArchiveWriter } from '../../../src/ports/archive-writer.ts';

/** Archives in memory: a JSON object of paths and the text or hash of each file. */
export const createMemoryArchiveWriter = (): ArchiveWriter => ({
  async open() {
    const files: Record<string, string> = {};
    const textOf = (file: ArchiveFile): string =>
      'bytes' in file ? Buffer.from(file.bytes).toString('utf8') : file.content.hash;
    return {
      async add(file) {
        files[file.path] = textOf(file);
      },
      async finish() {
        const bytes = Buffer.from(JSON.stringify(files));
        return { size: bytes.length, read: () => Readable.from([bytes]), remove: async () => undefined };
      },
      abort: async () => undefined,
    };
  },
  stop: async () => undefined,
});
