import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Archive } from '../../../../src/ports/archive-writer.ts';
import { temporaryFolder } from '../../../conformance/temporary-folder.ts';
import { runTool } from '../../../faults/run-tool.ts';
import { skipWithout } from '../../../support/skip-policy.ts';
import { archiveFixture } from './archive-fixture.ts';

const modifiedAt = new Date('2026-11-24T08:15:30Z');

/** Adds the same content until a call rejects. */
async function addUntilFailure(archive: Archive, content: Parameters<typeof archive.add>[0]): Promise<unknown> {
  try {
    for (;;) await archive.add(content);
  } catch (error) {
    return error;
  }
}

/** The files of a folder that this process has open. */
async function openFilesIn(folder: string): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(folder));
}

describe('abort', () => {
  test('before the first file, twice', async () => {
    const { writer, temporaryFiles } = await archiveFixture();
    const archive = await writer.open();
    await archive.abort();
    await archive.abort();
    expect(await temporaryFiles()).toEqual([]);
    await expect(archive.finish()).rejects.toThrow('The archive was aborted.');
  });

  test.each([0, 1, 10, 100])('after %i ms of work', async (time) => {
    const { writer, store, folder, temporaryFiles } = await archiveFixture();
    const file = { path: 'a.bin', modifiedAt, content: await store(randomBytes(5_000_000), 'text/plain') };
    const archive = await writer.open();
    await archive.add(file);
    const failure = addUntilFailure(archive, file);
    await pause(time);
    await archive.abort();
    expect(await failure).toEqual(new Error('The archive was aborted.'));
    expect(await temporaryFiles()).toEqual([]);
    if (process.platform === 'linux') expect(await openFilesIn(folder)).toEqual([]);
  });

  test('during `finish`', async () => {
    const { writer, temporaryFiles } = await archiveFixture();
    const archive = await writer.open();
    await archive.add({ path: 'a.txt', modifiedAt, bytes: Buffer.from('a') });
    const finishing = archive.finish().catch((error: unknown) => error);
    await archive.abort();
    expect(await finishing).toEqual(new Error('The archive was aborted.'));
    expect(await temporaryFiles()).toEqual([]);
  });

  test('after `finish` does nothing, and more files are refused', async () => {
    const { writer, temporaryFiles } = await archiveFixture();
    const archive = await writer.open();
    await archive.finish();
    await archive.abort();
    expect(await temporaryFiles()).toHaveLength(1);
    await expect(archive.add({ path: 'a.txt', modifiedAt, bytes: Buffer.from('a') })).rejects.toThrow('is finished');
    await expect(archive.finish()).rejects.toThrow('is finished');
  });
});

describe('the thread', () => {
  test.each([
    ['while it starts', false],
    ['during its work', true],
  ])('killed %s: the archive fails and leaves no file', async (_, isWorking) => {
    const { writer, store, temporaryFiles } = await archiveFixture();
    const file = { path: 'a.bin', modifiedAt, content: await store(randomBytes(5_000_000), 'text/plain') };
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const archive = await writer.open();
    if (isWorking) await archive.add(file);
    const failure = addUntilFailure(archive, file);
    await (await started).terminate();
    expect(await failure).toMatchObject({
      message: expect.stringMatching(/^The archive could not be written: .*ended/),
    });
    expect(await temporaryFiles()).toEqual([]);
    // The next archive has a thread of its own.
    const next = await writer.open();
    await next.add(file);
    expect((await next.finish()).size).toBeGreaterThan(5_000_000);
  });
});

describe('stop', () => {
  test('ends archives that are being opened or written, and accepts no more', async () => {
    const { writer, temporaryFiles } = await archiveFixture();
    const [archive, opening] = [await writer.open(), writer.open()];
    await writer.stop();
    const stopping = { name: 'RepositoryError', message: expect.stringContaining('the server is stopping') };
    await expect(archive.finish()).rejects.toMatchObject(stopping);
    await expect((await opening).finish()).rejects.toMatchObject(stopping);
    await expect(writer.open()).rejects.toMatchObject(stopping);
    expect(await temporaryFiles()).toEqual([]);
  });
});

describe('the disk', () => {
  test('what an earlier process left is removed at the first use', async () => {
    const { writer, folder, temporaryFiles } = await archiveFixture();
    await mkdir(join(folder, 'temporary'));
    await writeFile(join(folder, 'temporary', 'left.zip'), 'half');
    await (await writer.open()).abort();
    expect(await temporaryFiles()).toEqual([]);
  });

  test('a folder that cannot be created is named as the cause, and the next call tries again', async () => {
    const { writer, folder } = await archiveFixture();
    await writeFile(join(folder, 'file'), '');
    const { writer: blocked } = await archiveFixture(join(folder, 'file'));
    await expect(blocked.open()).rejects.toThrow(/^The archive could not be written: /);
    await expect(blocked.open()).rejects.toThrow(/^The archive could not be written: /);
    await (await writer.open()).abort();
  });

  test('a full disk leaves nothing, and the next archive succeeds when there is room', async (context) => {
    const disk = await temporaryFolder();
    try {
      await runTool('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk.path);
    } catch (error) {
      await disk.remove();
      skipWithout(context, `loop mount: ${error instanceof Error ? error.message : String(error)}`);
    }
    onTestFinished(async () => {
      await runTool('umount', disk.path);
      await disk.remove();
    });
    const { writer, store, temporaryFiles } = await archiveFixture(disk.path);
    const file = { path: 'a.jpg', modifiedAt, content: await store(randomBytes(3_000_000), 'image/jpeg') };
    const full = await writer.open();
    expect(await addUntilFailure(full, file)).toMatchObject({
      name: 'RepositoryError',
      code: 'StorageFailed',
      message: expect.stringMatching(/^The archive could not be written: the disk is full\. Free some space/),
    });
    expect(await temporaryFiles()).toEqual([]);
    const next = await writer.open();
    await next.add(file);
    await next.finish();
  });
});
