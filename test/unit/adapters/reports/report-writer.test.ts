import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReportWriter } from '../../../../src/adapters/reports/report-writer.ts';
import { reportOf } from './report-pdf.ts';

const names = { text: 'text' } as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-writer-'));
  await writeFile(join(folder, 'good.html'), '<p>{{text}}</p>');
  await writeFile(join(folder, 'bad.html'), '<p>a</p>\n<p>{{txt}}</p>');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const writerOf = (path: string) => createReportWriter({ folder, path, names });

test('makes reports in threads of their own, several at once, while the event loop is free', async () => {
  const writer = writerOf('good.html');
  await writer.check();
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const files = await Promise.all(
    ['a', 'b'].map((text) => writer.write(reportOf({ text: `${text} `.repeat(20_000) }))),
  );
  clearInterval(timer);
  for (const bytes of files) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
  expect(ticks).toBeGreaterThan(10);
  await writer.stop();
});

test('names the line of a mistake in the template', async () => {
  const writer = writerOf('bad.html');
  const error = {
    name: 'TemplateError',
    location: 'bad.html:2',
    message: expect.stringMatching(/^bad\.html:2: "txt" is unknown/),
  };
  await expect(writer.check()).rejects.toMatchObject(error);
  await expect(writer.write(reportOf({ text: 'a' }))).rejects.toMatchObject(error);
  await writer.stop();
});

test('says so when its thread fails', async () => {
  const writer = writerOf('good.html');
  // An invalid date cannot be written.
  const report = { ...reportOf({ text: 'a' }), createdAt: new Date(Number.NaN) };
  await expect(writer.write(report)).rejects.toThrow(/^The report could not be made: .*Try again/);
  expect(Buffer.from(await writer.write(reportOf({ text: 'a' }))).length).toBeGreaterThan(1_000);
  await writer.stop();
});

test('ends what is running when it stops, and begins nothing more', async () => {
  const writer = writerOf('good.html');
  const running = writer.write(reportOf({ text: 'Wort '.repeat(500_000) }));
  const refused = expect(running).rejects.toMatchObject({ code: 'Unavailable' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await writer.stop();
  await refused;
  await expect(writer.write(reportOf({ text: 'a' }))).rejects.toMatchObject({ code: 'Unavailable' });
});
