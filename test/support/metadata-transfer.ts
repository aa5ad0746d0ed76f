import type { UploadedFile } from '../../src/contract/file-body.ts';
import type { ImportFile } from '../../src/domain/metadata-import/import-file.ts';
import { aFile } from './trees.ts';

/** Files in lines, as the command line brings them; each is cut into pieces of so many bytes. */
export function inLines(files: readonly ImportFile[], piece = 1_000): UploadedFile {
  const lines = files.flatMap(({ name, bytes, beside }) =>
    Array.from({ length: Math.max(1, Math.ceil(bytes.length / piece)) }, (_, at) => {
      const base64 = Buffer.from(bytes.subarray(at * piece, (at + 1) * piece)).toString('base64');
      return `${JSON.stringify({ name, base64, beside })}\n`;
    }),
  );
  return aFile(lines.join(''), { name: 'files.jsonl', mimeType: 'application/x-ndjson' });
}
