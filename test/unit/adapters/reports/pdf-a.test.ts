import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfOf } from './report-pdf.ts';

// No validator of PDF/A-2 comes with Debian or npm (`pdf-a-validator.test.ts` uses one of PDF/A-1). These are requirements of PDF/A-2a
// that can be read off the file.

const template =
  '<h1>A</h1><p><a href="https://a.example/">b</a></p><hr><table><thead><tr><th>c</th></tr></thead><tr><td>d</td></tr></table>';

/** The objects of the file, with their streams decompressed. */
async function readable(title?: string): Promise<string> {
  const bytes = Buffer.from(await pdfOf(template, {}, title));
  const text = bytes.toString('latin1');
  return text.replace(
    /(\/FlateDecode[\s\S]*?)\nstream\n([\s\S]*?)\n*endstream/g,
    (whole, head: string, stream: string) => {
      if (/\/FontFile|Length1|\/N 3/.test(head)) return head;
      try {
        return `${head}\n${inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')}`;
      } catch {
        return whole;
      }
    },
  );
}

test('a report says that it is PDF/A-2a, with its language, structure and colours', async () => {
  const pdf = await readable();
  expect(pdf).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}/);
  expect(pdf).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(pdf).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
  expect(pdf).toContain('/Lang (de-DE)');
  expect(pdf).toContain('/DisplayDocTitle true');
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/StructTreeRoot \d+ 0 R/);
  expect(pdf).toMatch(/\/S \/GTS_PDFA1/);
  expect(pdf).toMatch(/\/DestOutputProfile \d+ 0 R/);
  expect(pdf).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  expect(pdf.match(/\/Type \/Page\n/g)?.length).toBe(pdf.match(/\/Tabs \/S/g)?.length);
});

test('a report has nothing that PDF/A forbids', async () => {
  const pdf = await readable();
  expect(pdf).not.toMatch(/\/(?:JavaScript|JS|Launch|Encrypt|SMask|EmbeddedFiles|AA|OpenAction|LZWDecode|ExtGState)\b/);
  // Links are printed, and not hidden.
  expect(pdf).toMatch(/\/Subtype \/Link[\s\S]*?\/F 4\b/);
  // All text is structure or artifact, and marks are balanced.
  expect(pdf.match(/\bBDC\b|\bBMC\b/g)?.length).toBe(pdf.match(/\bEMC\b/g)?.length);
});

test('a title may contain markup', async () => {
  const pdf = await readable('Daten <b> & "mehr"');
  expect(pdf).toContain('<rdf:li xml:lang="x-default">Daten &lt;b&gt; &amp; "mehr"</rdf:li>');
  expect(pdf).toContain('(Daten <b> & "mehr")');
});

test('the same report is the same file', async () => {
  expect(Buffer.from(await pdfOf(template)).equals(Buffer.from(await pdfOf(template)))).toBe(true);
});
