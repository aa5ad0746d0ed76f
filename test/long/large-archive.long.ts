import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import type { ContentHash } from '../../src/base/ids.ts';
import { runTool } from '../faults/run-tool.ts';
import { archiveFixture, requireUnzip } from '../unit/adapters/archives/archive-fixture.ts';

const modifiedAt = new Date('2026-11-24T08:15:30Z');

/** More than 32 bits can say. */
const size = 4_300_000_000;

test('a file of more than 4 GB, and one behind it, are read by Info-ZIP', async (context) => {
  await requireUnzip(context);
  const { writer, folder, contentPath, save } = await archiveFixture();
  // A file without blocks takes no room on the disk.
  const sparse = join(folder, 'sparse');
  await writeFile(sparse, '');
  await truncate(sparse, size);
  const digest = createHash('sha256');
  await pipeline(createReadStream(sparse, { highWaterMark: 1_048_576 }), digest);
  const hash = digest.digest('hex') as ContentHash;
  await rename(sparse, contentPath(hash));

  const archive = await writer.open();
  await archive.add({ path: 'film.mp4', modifiedAt, content: { hash, size, mimeType: 'video/mp4' } });
  await archive.add({ path: 'Übersicht.html', modifiedAt, bytes: Buffer.from('<p>behind</p>') });
  const finished = await archive.finish();
  expect(finished.size).toBeGreaterThan(size);
  const path = await save(finished);
  await finished.remove();
  expect(await runTool('unzip', '-l', path)).toMatch(/^ *4300000000 .* film\.mp4$/m);
  expect(await runTool('unzip', '-p', path, 'Übersicht.html')).toBe('<p>behind</p>');
  expect(await runTool('unzip', '-tq', path)).toContain('No errors detected');
});
