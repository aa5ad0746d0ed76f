import { copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Snapshot, SnapshotFolder } from '../../src/adapters/search/writer/snapshot-folder.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const one = { a: Uint8Array.of(1, 2, 3) };
const two = { a: Uint32Array.of(70_000) };
const three = { b: Uint8Array.of(9) };
const none = new Uint8Array();

const first: Snapshot = {
  position: 7,
  segments: [
    { sections: one, deleted: Uint8Array.of(5) },
    { sections: two, deleted: none },
  ],
};

describe('the folder of an index', () => {
  let folder: TemporaryFolder;
  let log: RecordingLog;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const open = (schema = 'one') => {
    log = createRecordingLog();
    return new SnapshotFolder(folder.path, schema, log);
  };
  const pathOf = (name: string): string => join(folder.path, name);
  const names = async (): Promise<string[]> => (await readdir(folder.path)).toSorted();

  async function written(): Promise<void> {
    const files = open();
    await files.read();
    await files.write(first);
  }

  async function expectNothing(): Promise<void> {
    expect(await open().read()).toBeUndefined();
    expect(log.messages).toEqual(['The search index cannot be used and will be rebuilt.']);
    expect(await names()).toEqual([]);
  }

  test('gives back what was written', async () => {
    await written();
    expect(await open().read()).toEqual(first);
    expect(log.messages).toEqual([]);
  });

  test('is empty at first, without a word', async () => {
    expect(await open().read()).toBeUndefined();
    expect(log.messages).toEqual([]);
  });

  test('is made where it is missing', async () => {
    await rm(folder.path, { recursive: true });
    await written();
    expect(await open().read()).toEqual(first);
  });

  test('is whole again after it was deleted while it was in use', async () => {
    const files = open();
    await files.write(first);
    await rm(folder.path, { recursive: true });
    await files.write(first);
    expect(await open().read()).toEqual(first);
  });

  test('gets no second file for a segment that it has, also after it was read again', async () => {
    await written();
    const files = open();
    const read = await files.read();
    const [again] = read?.segments ?? [];
    if (again === undefined) throw new Error('There must be a segment.');
    const before = await readFile(pathOf('segment-1'));
    await files.write({
      position: 8,
      segments: [
        { ...again, deleted: Uint8Array.of(7) },
        { sections: three, deleted: none },
      ],
    });
    expect(await names()).toEqual(['manifest', 'segment-1', 'segment-3']);
    expect(await readFile(pathOf('segment-1'))).toEqual(before);
    expect(await open().read()).toEqual({
      position: 8,
      segments: [
        { sections: one, deleted: Uint8Array.of(7) },
        { sections: three, deleted: none },
      ],
    });
  });

  test('holds what was there when the writing began', async () => {
    const files = open();
    await files.read();
    const deleted = Uint8Array.of(0);
    const writing = files.write({ position: 1, segments: [{ sections: one, deleted }] });
    deleted[0] = 255;
    await Promise.all([writing, files.write({ position: 2, segments: [{ sections: two, deleted: none }] })]);
    expect(await open().read()).toEqual({ position: 2, segments: [{ sections: two, deleted: none }] });
    expect(await names()).toEqual(['manifest', 'segment-2']);
  });

  test('loses what a crash has left, and the files of earlier versions, and nothing else', async () => {
    await written();
    for (const name of [
      'segment-9',
      'segment-3.partial',
      'manifest.partial',
      'snapshot',
      'snapshot.partial',
      'notes.txt',
    ])
      await writeFile(pathOf(name), 'left');
    const files = open();
    expect(await files.read()).toEqual(first);
    expect(await names()).toEqual(['manifest', 'notes.txt', 'segment-1', 'segment-2']);
    await files.write({ position: 8, segments: [{ sections: three, deleted: none }] });
    expect(await names()).toEqual(['manifest', 'notes.txt', 'segment-10']);
  });

  test.each(['manifest', 'segment-1', 'segment-2'])(
    'is built anew where %s is cut off or another bit',
    async (name) => {
      await written();
      const whole = await readFile(pathOf(name));
      await truncate(pathOf(name), whole.length - 1);
      await expectNothing();
      await written();
      const damaged = Buffer.from(whole);
      const middle = damaged.length >> 1;
      damaged[middle] = (damaged[middle] ?? 0) ^ 1;
      await writeFile(pathOf(name), damaged);
      await expectNothing();
    },
  );

  test('is built anew where a segment is missing', async () => {
    await written();
    await rm(pathOf('segment-2'));
    await expectNothing();
  });

  test('is built anew where a segment is another one, though it is whole', async () => {
    await written();
    await copyFile(pathOf('segment-1'), pathOf('segment-2'));
    await expectNothing();
  });

  test('is built anew by a program with another schema', async () => {
    await written();
    expect(await open('other').read()).toBeUndefined();
    expect(log.messages).toHaveLength(1);
  });

  test('that cannot be written is told, and the snapshot before stays', async () => {
    await written();
    const files = open();
    await files.read();
    await mkdir(pathOf('manifest.partial'));
    const later = { position: 9, segments: [{ sections: three, deleted: none }] };
    await expect(files.write(later)).rejects.toMatchObject({ code: 'StorageFailed' });
    await rm(pathOf('manifest.partial'), { recursive: true });
    expect(await names()).toEqual(['manifest', 'segment-1', 'segment-2', 'segment-3']);
    await files.write(later);
    expect(await names()).toEqual(['manifest', 'segment-3']);
    expect((await open().read())?.position).toBe(9);
  });

  test('does not take one segment’s file for another’s', async () => {
    await written();
    await rename(pathOf('segment-1'), pathOf('moved'));
    await rename(pathOf('segment-2'), pathOf('segment-1'));
    await rename(pathOf('moved'), pathOf('segment-2'));
    expect(await open().read()).toBeUndefined();
  });
});
