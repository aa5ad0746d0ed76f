import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../../src/api/request/byte-reader.ts';
import { uploadedFiles } from '../../../../src/api/request/uploaded-files.ts';

/** The text in chunks of this size. */
const inChunks = (text: string, size: number): Readable => {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
  return Readable.from(starts.map((at) => bytes.subarray(at, at + size)));
};

describe('a line of exactly as many bytes as the limit is read, a longer one refused, however it arrives', () => {
  test.each([1, 3, 10, 11, 100])('in chunks of %d bytes', async (size) => {
    const reader = new ByteReader(inChunks(`${'x'.repeat(10)}\ny\n`, size));
    expect((await reader.line(10))?.toString()).toBe('x'.repeat(10));
    expect((await reader.line(10))?.toString()).toBe('y');
    expect(await reader.line(10)).toBeUndefined();
    await expect(new ByteReader(inChunks(`${'x'.repeat(11)}\n`, size)).line(10)).rejects.toMatchObject({
      code: 'BadRequest',
    });
  });
});

test.each([65_536, 4_000_000])(
  'a line of an import with more than 1 MB is refused, in chunks of %d bytes',
  async (size) => {
    const file = (base64: string) => ({
      name: 'files.jsonl',
      mimeType: 'application/x-ndjson',
      bytes: inChunks(`${JSON.stringify({ name: 'a', base64 })}\n`, size),
    });
    const most = 1024 * 1024 - JSON.stringify({ name: 'a', base64: '' }).length;
    expect(await uploadedFiles({ ...file('A'.repeat(most)), size: undefined })).toHaveLength(1);
    await expect(uploadedFiles({ ...file('A'.repeat(most + 1)), size: undefined })).rejects.toMatchObject({
      code: 'BadRequest',
    });
  },
);
