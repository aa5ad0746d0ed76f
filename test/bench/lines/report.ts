import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readFont } from '../../../src/adapters/reports/pdf/fonts.ts';
import { area, page, paragraphStyle } from '../../../src/adapters/reports/pdf/theme.ts';
import type { ReportJob } from '../../../src/adapters/reports/render-report.ts';
import type { Group } from '../bench.ts';
import { inSubject, ofPackage, programs } from '../child.ts';
import { inTurns } from '../figures.ts';
import { comparedLine } from '../line.ts';

const leastRounds = 9;

/** They fill about a hundred pages. */
const paragraphCount = 600;

const syllables = [
  'Schul',
  'Lehr',
  'Unter',
  'richt',
  'Bruch',
  'rech',
  'nung',
  'Bio',
  'logie',
  'Blatt',
  'zeich',
  'ver',
  'gleich',
  'en',
];

/** 2,744 words in an order that does not repeat itself soon. */
function wordAt(index: number): string {
  const pick = (factor: number): string => syllables[Math.floor((index * factor) / 7) % syllables.length] ?? '';
  return pick(5) + pick(3) + pick(11);
}

const paragraphs = Array.from({ length: paragraphCount }, (_, at) =>
  Array.from({ length: 48 }, (_each, word) => wordAt(at * 48 + word)).join(' '),
);

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json')),
  'files',
);

/** The first message of a thread, which is ended then. */
function fromThread<T>(program: string, workerData: unknown): Promise<T> {
  // Without the loader of the bench itself.
  const worker = new Worker(program, { workerData, execArgv: [] });
  return new Promise<T>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

const floorText = {
  font: readFont(fontFolder, 'regular'),
  paragraphs,
  margins: { left: area.left, right: page.width - area.right, top: area.top, bottom: page.height - area.bottom },
  size: paragraphStyle.size,
  // pdfkit adds it to the height of the font, which is 1.164.
  lineGap: paragraphStyle.lineHeight - paragraphStyle.size * 1.164,
};

const job: ReportJob = {
  template: '{{#paragraphs}}<p>{{text}}</p>{{/paragraphs}}',
  report: {
    title: 'Bench',
    language: 'de-DE',
    createdAt: new Date(0),
    view: { paragraphs: paragraphs.map((text) => ({ text })) },
  },
  fontFolder,
};

const subjectProgram = inSubject(ofPackage('dist/adapters/reports/report-thread-program.js'));

/** A report of 100 pages, with the start of its thread, compared with text of pdfkit alone, without any start. */
export const report: Group = async ({ options }) => {
  let pages = 0;
  const measures = {
    floor: async () => {
      const made = await fromThread<{ milliseconds: number; pages: number }>(programs.pdfkitText, floorText);
      pages = made.pages;
      return { value: made.milliseconds };
    },
    subject: async () => {
      const from = performance.now();
      await fromThread<Uint8Array>(subjectProgram, job);
      return { value: performance.now() - from };
    },
  };
  await inTurns(1, measures);
  const taken = await inTurns(Math.max(leastRounds, options.rounds), measures);
  const wanted = { comparison: 'at most', value: 2 } as const;
  const name = `report with its thread : bare pdfkit text, ${pages} pages`;
  return [comparedLine(name, 'ms', taken.floor, taken.subject, wanted)];
};
