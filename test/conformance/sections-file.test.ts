import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSections } from '../../src/adapters/search/segment/read-segment-file.ts';
import { bytesInMemory, type SegmentBytes } from '../../src/adapters/search/segment/segment-bytes.ts';
import { chunksOf, type Section, type Sections } from '../../src/adapters/search/segment/segment-format.ts';
import { writeSections } from '../../src/adapters/search/segment/write-segment-file.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const sections: Sections = {
  bytes: Uint8Array.of(1, 2, 3),
  none: new Uint32Array(),
  'with spaces, and ü': Uint16Array.of(65_535, 0, 7),
  negative: Int8Array.of(-1, 127),
  short: Int16Array.of(-32_768),
  long: Uint32Array.of(4_294_967_295, 1),
  signed: Int32Array.of(-2_147_483_648),
  rounded: Float32Array.of(0.5, Number.POSITIVE_INFINITY),
  exact: Float64Array.of(Math.PI, Number.NaN, -0),
  // A view that begins in the midst of its memory.
  part: new Uint8Array([9, 8, 7, 6, 5]).subarray(1, 4),
};

const wholeOf = (section: Section): Buffer => Buffer.concat([...chunksOf(section, 1 << 20)]);

/** Longer than what is read at once, and no two stretches of it are the same. */
const many = Buffer.from(Uint32Array.from({ length: 30_001 }, (_, number) => number * 1_717).buffer);

describe('a file of sections', () => {
  let folder: TemporaryFolder;
  let file: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'sections');
  });
  afterEach(() => folder.remove());

  test('gives back every section as it was, and what was said about them', async () => {
    const about = { words: ['Größe', '\ud800'], number: 42 };
    const crc = await writeSections(file, about, sections);
    const read = await readSections(file);
    expect(read.about).toEqual(about);
    expect(read.crc).toBe(crc);
    expect(read.sections).toEqual(sections);
  });

  test('may be longer than what is read and checked at once', async () => {
    const long = Uint32Array.from({ length: 2_500_000 }, (_, number) => number * 1_717);
    await writeSections(file, null, { before: Uint8Array.of(1), long, behind: Uint8Array.of(2) });
    const { long: read = new Uint8Array(), behind } = (await readSections(file)).sections;
    expect(wholeOf(read).equals(Buffer.from(long.buffer))).toBe(true);
    expect(behind).toEqual(Uint8Array.of(2));
  });

  describe('with bytes that are seldom asked for', () => {
    const between: Sections = { before: Uint32Array.of(1), seldom: bytesInMemory(many), behind: Float64Array.of(2.5) };
    const seldomIn = (all: Sections): SegmentBytes => all['seldom'] as SegmentBytes;

    /** Anywhere, and in any order. */
    function expectAllOf(bytes: SegmentBytes): void {
      expect(bytes.byteLength).toBe(many.length);
      const length = many.length;
      for (const [from, to] of [
        [0, 1],
        [length - 1, length],
        [length - 20_000, length],
        [16_383, 16_385],
        [16_384, 32_768],
        [16_380, 32_780],
        [3, 3],
        [length, length],
        [70_000, 70_010],
        [60_000, 60_005],
        [0, length],
      ] as const)
        expect(bytes.between(from, to).equals(many.subarray(from, to)), `${from} to ${to}`).toBe(true);
    }

    test('has them in memory no more when it is written', async () => {
      const bytes = bytesInMemory(many);
      expect(bytes.memory?.equals(many)).toBe(true);
      expectAllOf(bytes);
      await writeSections(file, null, { ...between, seldom: bytes });
      expect(bytes.memory).toBeUndefined();
      expectAllOf(bytes);
    });

    test('leaves them where they are when it is read', async () => {
      await writeSections(file, null, between);
      const { sections: read } = await readSections(file);
      expect(seldomIn(read).memory).toBeUndefined();
      expectAllOf(seldomIn(read));
      expect(read['before']).toEqual(between['before']);
      expect(read['behind']).toEqual(between['behind']);
    });

    test('gives them still when it is removed, and can be written again from there', async () => {
      await writeSections(file, null, between);
      const { sections: read, crc } = await readSections(file);
      await rm(file);
      expectAllOf(seldomIn(read));
      expect(await writeSections(file, null, read)).toBe(crc);
      expectAllOf(seldomIn((await readSections(file)).sections));
    });

    test('is refused where one of them is another one', async () => {
      await writeSections(file, null, between);
      const whole = await readFile(file);
      const place = whole.indexOf(many.subarray(50_000, 50_100));
      whole[place] = (whole[place] ?? 0) ^ 1;
      await writeFile(file, whole);
      await expect(readSections(file)).rejects.toThrow('checksum');
    });

    test('says so where its end is missing later', async () => {
      await writeSections(file, null, between);
      const { sections: read } = await readSections(file);
      await truncate(file, 50_000);
      expect(seldomIn(read).between(0, 10).equals(many.subarray(0, 10))).toBe(true);
      expect(() => seldomIn(read).between(100_000, 100_010)).toThrow('is truncated');
      expect(() => seldomIn(read).between(20_000, 100_010)).toThrow('is truncated');
      expect(seldomIn(read).between(0, 10).equals(many.subarray(0, 10))).toBe(true);
    });

    test('has them in memory still where it cannot be written', async () => {
      await mkdir(join(file, 'in the way'), { recursive: true });
      const bytes = bytesInMemory(many);
      await expect(writeSections(file, null, { bytes })).rejects.toThrow('cannot be written');
      expect(bytes.memory?.equals(many)).toBe(true);
    });
  });

  test('may end with sections that are empty', async () => {
    const empty = { a: Uint8Array.of(1), b: new Uint8Array(), c: new Float64Array() };
    await writeSections(file, null, empty);
    expect((await readSections(file)).sections).toEqual(empty);
  });

  test('without any section is one, too', async () => {
    await writeSections(file, null, {});
    expect(await readSections(file)).toMatchObject({ about: null, sections: {} });
  });

  test('has another checksum where anything in it is another', async () => {
    const crc = await writeSections(file, 1, { a: Uint8Array.of(1) });
    expect(await writeSections(file, 1, { a: Uint8Array.of(1) })).toBe(crc);
    expect(await writeSections(file, 2, { a: Uint8Array.of(1) })).not.toBe(crc);
    expect(await writeSections(file, 1, { a: Uint8Array.of(2) })).not.toBe(crc);
  });

  test('is its owner’s only, and has nothing beside it', async () => {
    await writeSections(file, null, sections);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['sections']);
  });

  test('cut off anywhere, or longer than it was, is refused', async () => {
    await writeSections(file, null, sections);
    const whole = await readFile(file);
    for (const length of [0, 1, 19, 20, 35, 36, 200, 1_000, whole.length >> 1, whole.length - 8, whole.length - 1]) {
      await writeFile(file, whole);
      await truncate(file, length);
      await expect(readSections(file), String(length)).rejects.toThrow(/damaged|another format/);
    }
    await writeFile(file, Buffer.concat([whole, Buffer.of(0)]));
    await expect(readSections(file)).rejects.toThrow(/length/);
  });

  test('with one other bit anywhere in a section or in its head is refused', async () => {
    await writeSections(file, { about: 'this' }, { a: Uint8Array.from({ length: 333 }), b: Uint32Array.of(1, 2) });
    const whole = await readFile(file);
    let refused = 0;
    for (let place = 0; place < whole.length; place += 1) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8));
      await writeFile(file, damaged);
      const read = await readSections(file).catch(() => undefined);
      if (read === undefined) refused += 1;
      // Between two sections there are bytes that mean nothing.
      else expect(wholeOf(read.sections['b'] ?? new Uint8Array()).length).toBeGreaterThan(0);
    }
    expect(whole.length - refused).toBeLessThan(8);
  });

  test.each(['', 'garbage', '{}', 'edu-repo sections 0\n', 'edu-repo sections 1\n'])(
    '«%s» is refused',
    async (text) => {
      await writeFile(file, text);
      await expect(readSections(file)).rejects.toThrow(/damaged|another format/);
    },
  );

  test('of absurd lengths is refused without taking their memory', async () => {
    await writeSections(file, null, { a: Uint8Array.of(1) });
    const whole = await readFile(file);
    whole.writeUInt32LE(0xffff_ffff, 20);
    await writeFile(file, whole);
    await expect(readSections(file)).rejects.toThrow(/damaged/);
  });

  test('that cannot be written is told with its path, and the one before stays', async () => {
    await writeSections(file, 'before', sections);
    await mkdir(`${file}.partial`);
    await expect(writeSections(file, 'after', sections)).rejects.toMatchObject({
      code: 'StorageFailed',
      message: expect.stringContaining(file),
    });
    expect((await readSections(file)).about).toBe('before');
    await rm(`${file}.partial`, { recursive: true, force: true });
    await writeSections(file, 'after', sections);
    expect((await readSections(file)).about).toBe('after');
  });

  test('that is missing is told as such', async () => {
    await expect(readSections(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
