import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, expect, test } from 'vitest';
import { skipWithout } from '../../../support/skip-policy.ts';
import { pdfOf } from './report-pdf.ts';
import { filledView, shippedTemplate } from './report-samples.ts';

// PDFBox comes with a validator of PDF/A-1b. Reports are PDF/A-2a, which forbids what PDF/A-1b forbids, but for the two rules below.

const jars = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

async function missingValidator(): Promise<string | undefined> {
  const { failed } = await execa('java', ['-version'], { reject: false });
  if (failed) return 'java: apt-get install default-jre-headless';
  return jars.every((jar) => existsSync(jar))
    ? undefined
    : 'PDFBox: apt-get install libpdfbox2-java libactivation-java libjaxb-api-java';
}

const missing = await missingValidator();

beforeEach((context) => {
  if (missing !== undefined) skipWithout(context, missing);
});

/** The rules of PDF/A-1b that a file breaks, each once. */
async function brokenRules(pdf: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-a-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, pdf);
    const validator = 'org.apache.pdfbox.preflight.Validator_A1b';
    const { stdout } = await execa('java', ['-cp', jars.join(':'), validator, file], { reject: false });
    expect(stdout).toContain('report.pdf is');
    const lines = stdout.split('\n').flatMap((line) => /^(\d[\d.]*) : (.+)$/.exec(line)?.slice(1).join(' ') ?? []);
    return [...new Set(lines.map((line) => line.replace(/\w+\+\S+: /, '')))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const onlyInPart1 = [
  // Part 2 no longer requires it (ISO 19005-2, 6.2.11.4.2).
  '3.1.11 Invalid Font definition, The CIDSet entry is missing for the Composite Subset',
  '7.11.2 Error on MetaData, part must be 1',
];

const rows = Array.from({ length: 200 }, (_, row) => ({
  title: `Sammlung ${row} – Łódź`,
  description: 'ß',
  created: '1.1.2026',
}));

test('a report of many pages breaks no rule of PDF/A-1b that PDF/A-2 has too', async () => {
  const pdf = await pdfOf(await shippedTemplate(), { ...filledView, privateCollections: rows });
  expect(await brokenRules(pdf)).toEqual(onlyInPart1);
});

test('the validator notices what is wrong', async () => {
  const pdf = Buffer.from(await pdfOf(await shippedTemplate(), filledView)).toString('latin1');
  const spoilt = Buffer.from(pdf.replace('/S /GTS_PDFA1', '/S /GTS_PDFX9'), 'latin1');
  expect((await brokenRules(spoilt)).length).toBeGreaterThan(onlyInPart1.length);
});
