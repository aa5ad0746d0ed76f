import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContentHash } from '../../src/base/ids.ts';
import { runTool } from '../faults/run-tool.ts';
import { archiveFixture, requireUnzip } from '../unit/adapters/archives/archive-fixture.ts';

const modifiedAt = new Date('2026-11-24T08:15:30Z');

/** More than 32 bits can say. */
const size = 4_300_000_000;

/** Of so many zeros. */
const hash = '29fea7c12faeda00441d906e04c3c65a4731581ef9ccf14907574040df521ad3' as ContentHash;

test('a file of more than 4 GB, and one behind it, are read by Info-ZIP', async (context) => {
  await requireUnzip(context);
  const { writer, folder, contentPath, temporaryFiles } = await archiveFixture();
  // A file without blocks takes no room on the disk.
  await writeFile(contentPath(hash), '');
  await truncate(contentPath(hash), size);
  const archive = await writer.open();
  await archive.add({ path: 'film.mp4', modifiedAt, content: { hash, size, mimeType: 'video/mp4' } });
  await archive.add({ path: 'Übersicht.html', modifiedAt, bytes: Buffer.from('<p>behind</p>') });
  const finished = await archive.finish();
  expect(finished.size).toBeGreaterThan(size);
  const path = join(folder, 'temporary', (await temporaryFiles())[0] ?? '');
  expect(await runTool('unzip', '-l', path)).toMatch(/^ *4300000000 .* film\.mp4$/m);
  expect(await runTool('unzip', '-p', path, 'Übersicht.html')).toBe('<p>behind</p>');
  expect(await runTool('unzip', '-tq', path)).toContain('No errors detected');
});
