import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Bench, Group } from '../bench.ts';
import { inSubject, ofPackage, programs, runForJson, start } from '../child.ts';
import { comparedLine, plainLine } from '../line.ts';

const megabyte = 1_048_576;

/** Files as cameras make them: 1 MB each that cannot be compressed. Their names are the hashes of their bytes. */
async function writePictures({ folder, options }: Bench): Promise<string> {
  const pictures = join(folder, 'pictures');
  await mkdir(pictures);
  for (let size = 0; size < options.largeFile; size += megabyte) {
    const bytes = randomBytes(megabyte);
    await writeFile(join(pictures, createHash('sha256').update(bytes).digest('hex')), bytes);
  }
  return pictures;
}

/** Bundles the program as `npm run build` does, and beside that build, where its thread is found. */
async function bundleSubject(): Promise<string> {
  const file = inSubject(ofPackage('dist/bench/archive-subject.js'));
  const bundle = await rolldown({ input: programs.archiveSubject, platform: 'node' });
  await bundle.write({ file });
  return file;
}

/** With the priority of the thread that writes archives: other work on the machine slows both down equally. */
async function secondsOfZip(pictures: string, zip: string): Promise<number> {
  const from = performance.now();
  await start(['nice', '-n', '5', 'zip', '-0', '-q', '-r', zip, pictures]).ended;
  return (performance.now() - from) / 1000;
}

interface Figures {
  readonly seconds: number;
  /** Of the memory of the process, with its thread, in bytes. */
  readonly growth: number;
  /** Of the event loop of the main thread, in milliseconds. */
  readonly delay: number;
}

/** An archive of pictures, from files to a file, beside what `zip -0` makes of the same files. */
export const archive: Group = async (bench) => {
  const { folder, options } = bench;
  const pictures = await writePictures(bench);
  const program = await bundleSubject();
  const [floor, subject]: [number[], Figures[]] = [[], []];
  for (let round = 0; round < options.rounds; round += 1) {
    const zip = join(folder, 'floor.zip');
    floor.push(await secondsOfZip(pictures, zip));
    await rm(zip);
    subject.push(await runForJson<Figures>([process.execPath, program, pictures, join(folder, 'archives')]));
  }
  await rm(pictures, { recursive: true });
  const size = options.largeFile / megabyte;
  const title = `archive of ${size} pictures of 1 MB`;
  const values = (all: readonly number[]) => all.map((value) => ({ value }));
  return [
    comparedLine(
      `${title}, and zip -0`,
      'MB/s',
      values(floor.map((seconds) => size / seconds)),
      values(subject.map(({ seconds }) => size / seconds)),
      { comparison: 'at least', value: 0.9 },
    ),
    plainLine(`${title}: grows by`, 'MB', values(subject.map(({ growth }) => growth / megabyte)), {
      wanted: { comparison: 'below', value: 80 },
    }),
    plainLine(`${title}: delay of the event loop, p99`, 'ms', values(subject.map(({ delay }) => delay)), {
      wanted: { comparison: 'at most', value: 20 },
    }),
  ];
};
