import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

const blockSize = 8_388_608;

/** A file of bytes that cannot be compressed; no two blocks of it are the same. */
export async function writeLargeFile(path: string, size: number): Promise<void> {
  const block = randomBytes(blockSize);
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < size; at += blockSize) {
      block.writeDoubleLE(at, 0);
      await file.write(block, 0, Math.min(blockSize, size - at));
    }
  } finally {
    await file.close();
  }
}
