import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sections } from '../../src/adapters/search/sections.ts';
import { readSections, writeSections } from '../../src/adapters/search/sections-file.ts';
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
    expect(Buffer.compare(Buffer.from(read.buffer, read.byteOffset, read.byteLength), Buffer.from(long.buffer))).toBe(
      0,
    );
    expect(behind).toEqual(Uint8Array.of(2));
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
      await expect(readSections(file), String(length)).rejects.toThrow(/damaged|another form/);
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
      else expect(Buffer.from(read.sections['b']?.buffer ?? new ArrayBuffer(0)).length).toBeGreaterThan(0);
    }
    expect(whole.length - refused).toBeLessThan(8);
  });

  test.each(['', 'garbage', '{}', 'edu-repo sections 0\n', 'edu-repo sections 1\n'])(
    '«%s» is refused',
    async (text) => {
      await writeFile(file, text);
      await expect(readSections(file)).rejects.toThrow(/damaged|another form/);
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
