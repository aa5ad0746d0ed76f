import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { renderReport } from '../../../../src/adapters/reports/render-report.ts';
import type { Report, ReportView } from '../../../../src/ports/report-writer.ts';

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json')),
  'files',
);

export const reportOf = (view: ReportView, title = 'Auskunft'): Report => ({
  title,
  language: 'de-DE',
  createdAt: new Date('2026-11-24T10:00:00Z'),
  view,
});

/** A template, filled in and set in this process. */
export const pdfOf = (template: string, view: ReportView = {}, title?: string): Promise<Uint8Array> =>
  renderReport({ template, report: reportOf(view, title), fontFolder });

/** What a program of poppler says about a PDF. */
export async function inspected(pdf: Uint8Array, program: string, ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, pdf);
    const output = program === 'pdftotext' ? ['-'] : [];
    const { stdout } = await execa(program, [...options, file, ...output]);
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Undefined if the programs of poppler are there. */
export async function missingPoppler(): Promise<string | undefined> {
  const { failed } = await execa('pdftotext', ['-v'], { reject: false });
  return failed ? 'pdftotext: apt-get install poppler-utils' : undefined;
}

/** The text, with every white space as one space. */
export const textOf = async (pdf: Uint8Array, ...options: string[]): Promise<string> =>
  (await inspected(pdf, 'pdftotext', ...options)).replace(/\s+/g, ' ').trim();
