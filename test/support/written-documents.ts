import { type Part, zip } from './archives.ts';

// Small documents with a text, each made by hand.

const entry = (name: string, content: string, packed = true): Part => ({
  name,
  content: Buffer.from(content),
  ...(packed ? { packed: true as const } : {}),
});

/** A PDF with one page for each text; an empty text is an empty page. */
export function pdfOf(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ');
  const objects = pages.flatMap((text, index) => {
    const stream = text === '' ? '0 0 9 9 re f' : `BT /F1 12 Tf 20 60 Td (${text}) Tj ET`;
    return [
      `${10 + index * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 100]/Resources<</Font<</F1 3 0 R>>>>/Contents ${11 + index * 2} 0 R>>endobj`,
      `${11 + index * 2} 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`,
    ];
  });
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
      '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
      ...objects,
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
    'latin1',
  );
}

/** A PDF with the word «Rad» in a font whose codes are control characters, and whose glyphs are named by a prefix and a character code. */
export function pdfWithGlyphs(prefix: string): Buffer {
  const names = [...'Rad'].map((letter) => `/${prefix}${letter.charCodeAt(0)}`).join('');
  const font = `/Type/Font/Subtype/Type1/BaseFont/Own/FirstChar 1/LastChar 3/Widths[600 600 600]/Encoding<</Differences[1 ${names}]>>`;
  return Buffer.from(
    pdfOf('')
      .toString('latin1')
      .replace('/Type/Font/Subtype/Type1/BaseFont/Helvetica', font)
      .replace('<</Length 12>>stream\n0 0 9 9 re f', '<</Length 36>>stream\nBT /F1 12 Tf 20 60 Td <010203> Tj ET'),
    'latin1',
  );
}

/** A document of Office Open XML; `body` is what stands in `w:body`. */
export const docxOf = (body: string, ...more: readonly Part[]): Buffer =>
  zip([
    entry('[Content_Types].xml', '<Types/>'),
    entry('word/document.xml', `<w:document><w:body>${body}</w:body></w:document>`),
    ...more,
  ]);

/** A document with one paragraph. */
export const docxSaying = (text: string): Buffer => docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);

/** An archive of these texts. */
export const archiveOf = (files: Readonly<Record<string, string>>): Buffer =>
  zip(Object.entries(files).map(([name, content]) => entry(name, content)));

/** An OpenDocument file of such a kind; `body` is what stands in `office:body`. */
export const openDocumentOf = (kind: string, body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  archiveOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    ...more,
  });

/** A PDF with so many empty pages that reading its text takes longer than any limit; `mark` makes its bytes differ. */
export function endlessPdf(mark: string): Buffer {
  const pages = 20_000;
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages/Kids[${'10 0 R '.repeat(pages)}]/Count ${pages}>>endobj`,
      '10 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 100]>>endobj',
      'trailer<</Root 1 0 R>>',
      `%%EOF\n%${mark}`,
    ].join('\n'),
    'latin1',
  );
}
