import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { createTextReader } from '../../src/adapters/texts/text-reader.ts';
import { textSourceOf } from '../../src/domain/renditions/text-source.ts';
import type { TextOutcome, TextReader } from '../../src/ports/texts.ts';
import { type Part, zip } from '../support/archives.ts';
import { removeFolder, temporaryFolder } from '../support/repository.ts';
import { compoundFileOf, wordDocumentOf } from '../support/word-97.ts';
import { archiveOf, docxOf, docxSaying, openDocumentOf, pdfOf, pdfWithGlyphs } from '../support/written-documents.ts';

let reader: TextReader | undefined;
let folder = '';

afterEach(async () => {
  await reader?.stop();
  await removeFolder(folder);
});

async function open(limits: { time?: number; memory?: number } = {}): Promise<TextReader> {
  folder = await temporaryFolder();
  reader = createTextReader({ folder: join(folder, 'tmp'), time: 150_000, memory: 1_000_000_000, ...limits });
  return reader;
}

/** What comes of these bytes, taken for what they begin like. */
async function outcomeOf(by: TextReader, bytes: Buffer | string): Promise<TextOutcome | 'not looked at'> {
  const whole = Buffer.from(bytes);
  const source = textSourceOf(whole.subarray(0, 4100));
  return source === undefined ? 'not looked at' : by.read(source, async () => Readable.from([whole]));
}

/** The text, or why there is none in brackets; a `…` where there is more of it. */
async function textIn(by: TextReader, bytes: Buffer | string): Promise<string> {
  const outcome = await outcomeOf(by, bytes);
  if (outcome === 'not looked at') return '(not looked at)';
  return outcome.text === null ? `(${outcome.why})` : `${outcome.text}${outcome.cut ? '…' : ''}`;
}

/** The processes that this one has started to read texts. */
const workers = (): string[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && existsSync(`/proc/${entry}/status`))
    .filter((pid) => {
      try {
        const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('texts/worker');
      } catch {
        return false;
      }
    });

const paragraph = (inside: string): string => `<w:p>${inside}</w:p>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const part = (name: string, content: string): Part => ({ name, content: Buffer.from(content), packed: true });
const latin1Part = (name: string, content: string): Part => ({
  name,
  content: Buffer.from(content, 'latin1'),
  packed: true,
});
const cell = (attributes: string, inside: string): string => `<c ${attributes}>${inside}</c>`;
const slide = (text: string): string => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;

describe('of a document', () => {
  test('what people read in it is read, and no more', async () => {
    const by = await open();
    const documents: Readonly<Record<string, readonly [Buffer | string, string]>> = {
      'words in several runs, tabs and line breaks': [
        docxOf(paragraph(`${run('Photo')}${run('synthese')}<w:r><w:tab/><w:t>im</w:t><w:br/><w:t>Blatt</w:t></w:r>`)),
        'Photosynthese\nim\nBlatt',
      ],
      'nothing that was deleted, that fields compute or that older programs show': [
        docxOf(
          paragraph(
            `${run('A')}<w:del><w:r><w:delText>weg</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r>` +
              `<mc:AlternateContent><mc:Choice>${run('B')}</mc:Choice><mc:Fallback>${run('B')}</mc:Fallback></mc:AlternateContent>`,
          ),
        ),
        'AB',
      ],
      'headers, notes and comments': [
        docxOf(
          paragraph(run('Text')),
          part('word/header1.xml', paragraph(run('Kopf'))),
          part('word/footnotes.xml', paragraph(run('Fuß &amp; Note'))),
          part('word/comments.xml', paragraph(run('Frage'))),
          part('word/styles.xml', paragraph(run('Überschrift 1'))),
        ),
        'Text\nFuß & Note\nKopf\nFrage',
      ],
      'slides in their order, with notes, and no words of the master': [
        zip([
          part('ppt/slides/slide10.xml', slide('zehn')),
          part('ppt/slides/slide2.xml', slide('zwei')),
          part('ppt/notesSlides/notesSlide1.xml', slide('Notiz')),
          part('ppt/slideMasters/slideMaster1.xml', slide('Titel bearbeiten')),
        ]),
        'zwei\nzehn\nNotiz',
      ],
      'shared strings, strings in cells, results that are text, and names of sheets': [
        zip([
          part('xl/workbook.xml', '<workbook><sheets><sheet name="Noten 7a"/></sheets></workbook>'),
          part('xl/sharedStrings.xml', '<sst><si><r><t>Ge</t></r><r><t>teilt</t></r><rPh><t>xx</t></rPh></si></sst>'),
          part(
            'xl/worksheets/sheet1.xml',
            `<worksheet>${cell('t="s"', '<v>0</v>')}${cell('t="inlineStr"', '<is><t>inline</t></is>')}` +
              `${cell('t="str"', '<f>A1</f><v>Ergebnis</v>')}${cell('', '<v>4711</v>')}</worksheet>`,
          ),
        ]),
        'Noten 7a\nGeteilt\ninline\nErgebnis',
      ],
      'a sheet whose elements have a prefix': [
        zip([part('xl/worksheets/sheet1.xml', '<x:worksheet><x:c t="str"><x:v>Präfix</x:v></x:c></x:worksheet>')]),
        'Präfix',
      ],
      'OpenDocument with spaces and notes, without what was deleted': [
        openDocumentOf(
          'text',
          '<text:tracked-changes><text:p>weg</text:p></text:tracked-changes><text:h>Titel</text:h>' +
            '<text:p>Ein<text:s text:c="3"/><text:span>W</text:span>ort</text:p>',
          { 'styles.xml': '<style:header><text:p>Kopf</text:p></style:header>' },
        ),
        'Titel\nEin\nWort\nKopf',
      ],
      'a book in the order of reading': [
        archiveOf({
          mimetype: 'application/epub+zip',
          'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/p.opf"/></rootfiles></container>',
          'O/p.opf':
            '<package><metadata><dc:title>Buch</dc:title></metadata><manifest><item id="b" href="b.xhtml"/>' +
            '<item id="a" href="a%20a.xhtml"/><item id="x" href="../../x.xhtml"/></manifest>' +
            '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="x"/><itemref idref="none"/></spine></package>',
          'O/a a.xhtml': '<html><body><p>eins&nbsp;<i>A</i></p></body></html>',
          'O/b.xhtml': '<html><body><p>zwei</p><script>böse</script></body></html>',
        }),
        'Buch\neins A\nzwei',
      ],
      'an exercise without markup, settings and words of the player': [
        archiveOf({
          'h5p.json': '{"title":"Quiz","mainLibrary":"H5P.Quiz","license":"CC BY","language":"de"}',
          'content/content.json':
            '{"question":"<p>Wie <b>groß</b>?</p>","behaviour":{"x":"Erneut"},"l10n":{"ok":"Prüfen"},"media":{"path":"images/a.png"},"answers":[{"text":"sehr"},{"n":5}]}',
        }),
        'Quiz\nWie groß?\nsehr',
      ],
      'a learning package: titles, and its pages': [
        archiveOf({
          'imsmanifest.xml':
            '<manifest><organizations><organization><title>Kurs</title><item><title>Teil</title></item></organization></organizations></manifest>',
          'b.htm': '<p>Seite 2</p>',
          'a/a.html': '<p>Seite 1</p>',
          'a/a.js': 'var programm',
        }),
        'Kurs\nTeil\nSeite 1\nSeite 2',
      ],
      'a package of eXeLearning, whose content.xml is not OpenDocument': [
        archiveOf({ 'content.xml': '<instance/>', 'imsmanifest.xml': '<manifest/>', 'index.html': '<p>Seite</p>' }),
        'Seite',
      ],
      'a manifest and a page in declared encodings': [
        zip([
          latin1Part(
            'imsmanifest.xml',
            '<?xml version="1.0" encoding="ISO-8859-1"?><manifest><title>Größe</title></manifest>',
          ),
          latin1Part('a.html', '<meta charset="windows-1252"><p>Maß</p>'),
        ]),
        'Größe\nMaß',
      ],
      'a book in a declared encoding': [
        zip([
          part('META-INF/container.xml', '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'),
          latin1Part(
            'p.opf',
            '<?xml version="1.0" encoding="iso-8859-1"?><package><metadata><dc:title>Übung</dc:title></metadata>' +
              '<manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
          ),
          latin1Part('a.xhtml', '<?xml version="1.0" encoding="iso-8859-1"?><html><body>für</body></html>'),
        ]),
        'Übung\nfür',
      ],
      'OpenDocument in one XML document': [
        '<?xml version="1.0"?><office:document><office:meta><dc:creator>Anna</dc:creator></office:meta>' +
          '<office:body><text:p>Nur der Text</text:p></office:body></office:document>',
        'Nur der Text',
      ],
      'OpenDocument in one XML document in UTF-16': [
        Buffer.from(
          '\ufeff<?xml version="1.0" encoding="UTF-16"?><office:document><office:body><text:p>Größe</text:p></office:body></office:document>',
          'utf16le',
        ),
        'Größe',
      ],
      'XML in UTF-8 that declares another encoding': [
        archiveOf({
          'imsmanifest.xml': '<?xml version="1.0" encoding="ISO-8859-1"?><manifest><title>Größe</title></manifest>',
        }),
        'Größe',
      ],
      'RTF of DOS': [Buffer.from("{\\rtf1\\pca Gr\\'94\\'e1e}", 'latin1'), 'Größe'],
      'RTF of a Macintosh': [Buffer.from("{\\rtf1\\mac\\deff0 Gr\\'9a\\'a7e}", 'latin1'), 'Größe'],
      'Word 97': [wordDocumentOf('Größe\rzweiter Absatz Ж\r'), 'Größe\nzweiter Absatz Ж'],
      'RTF without pictures, fields and properties': [
        Buffer.from(
          "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}{\\info{\\title weg}}\\uc1 Gr\\'fc\\'dfe \\u8222?Zitat\\u8220?\\par " +
            '{\\field{\\*\\fldinst{HYPERLINK "http://weg.example"}}{\\fldrslt Link}}\\par {\\pict\\pngblip 8950{\\bin4 }}}}}4e47}' +
            "\\f1\\'cc\\f0\\cell zwei\\cell\\row \\{Klammer\\}}",
          'latin1',
        ),
        'Grüße „Zitat“\nLink\nМ zwei {Klammer}',
      ],
      'HTML in RTF, as mail programs write it': [
        '{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag <p>}Hallo{\\*\\htmltag </p>}}',
        'Hallo',
      ],
      'letters with spaces between them': [pdfOf('B R U C H  in 7 a b', 'A B'), 'BRUCH in 7 a b\nA B'],
      'a PDF whose letters only PDF.js knows': [pdfWithGlyphs('c'), 'Rad'],
      'a PDF whose letters nothing knows': [pdfWithGlyphs('glyph'), '(unreadable)'],
      'pages of a PDF': [pdfOf('eins', '', 'drei'), 'eins\ndrei'],
      'a PDF after other bytes': [Buffer.concat([Buffer.from('HTTP\r\n\r\n'), pdfOf('spät')]), 'sp\u00e4t'],
      'a page of pages without words': [pdfOf('', ''), '(scan)'],
      'text in UTF-16': [Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
      'text that nobody named': ['Nur so', 'Nur so'],
      'a learning package with a folder called like those of a text program': [
        archiveOf({ 'imsmanifest.xml': '<manifest/>', 'word/a.html': '<p>Seite</p>' }),
        'Seite',
      ],
      'an archive of something else': [archiveOf({ 'a.txt': 'a' }), '(none inside)'],
      'an empty document': [docxOf(''), '(none inside)'],
    };
    const seen: Record<string, string> = {};
    for (const [name, [bytes]] of Object.entries(documents)) seen[name] = await textIn(by, bytes);
    expect(seen).toEqual(Object.fromEntries(Object.entries(documents).map(([name, [, text]]) => [name, text])));
  });

  test('more text than is kept is cut, and so is what comes before a part that is broken', async () => {
    const by = await open();
    const long = await outcomeOf(by, docxOf(paragraph(run('Wort ')).repeat(400_000)));
    if (long === 'not looked at' || long.text === null) throw new Error('There should be a text.');
    expect([long.text.length <= 1_048_576, long.text.length > 800_000, long.cut]).toEqual([true, true, true]);
    const bomb = { ...part('word/footnotes.xml', ''), content: Buffer.alloc(90_000_000, 'x') };
    expect(await textIn(by, docxOf(paragraph(run('vorher')), bomb))).toBe('vorher…');
  });
});

describe('a file that is meant to do harm', () => {
  test('gives no text, the process goes on, and its memory stays as it was', async () => {
    const by = await open();
    const zeros = Buffer.alloc(80_000_000);
    const body = (content: Buffer, more: object = {}): Buffer =>
      zip([{ name: 'word/document.xml', content, packed: true, ...more }]);
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const files: Readonly<Record<string, readonly [Buffer | string, string]>> = {
      'a document that unpacks to 80 MB of nothing': [body(zeros), '(too large)'],
      'one that says it is small': [body(zeros, { claimedSize: 900 }), '(damaged)'],
      'sixty thousand entries': [
        zip(Array.from({ length: 60_000 }, (_, n) => part(`word/${n}.xml`, ''))),
        '(too large)',
      ],
      'archives in archives': [body(body(zeros)), '(none inside)'],
      'entities in entities': [
        zip([part('word/document.xml', `<!DOCTYPE d [<!ENTITY e0 "xx">${entities}]><w:p><w:t>A&e9;B</w:t></w:p>`)]),
        'A&e9;B',
      ],
      'a file of the server': [
        zip([
          part(
            'word/document.xml',
            '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]><w:p><w:t>A&f;B</w:t></w:p>',
          ),
        ]),
        'A&f;B',
      ],
      'elements nested a hundred thousand times': [
        zip([part('word/document.xml', '<w:p>'.repeat(100_000))]),
        '(none inside)',
      ],
      'brackets nested a million times': [
        archiveOf({ 'h5p.json': '{}', 'content/content.json': '['.repeat(1_000_000) }),
        '(damaged)',
      ],
      'lists nested a thousand times': [
        archiveOf({ 'h5p.json': '{}', 'content/content.json': `${'['.repeat(1000)}"tief"${']'.repeat(1000)}` }),
        'tief',
      ],
      'an archive without its end': [docxSaying('x').subarray(0, 80), '(damaged)'],
      'a PDF of nothing': ['%PDF-1.7 and no more', '(damaged)'],
      'a PDF that is its own page': [
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj\ntrailer<</Root 1 0 R>>',
        '(scan)',
      ],
      'PowerPoint 97': [
        compoundFileOf(['Current User', Buffer.from('x')], ['PowerPoint Document', Buffer.from('y')]),
        '(unsupported)',
      ],
      'an encrypted document of Word 97': [wordDocumentOf('geheim', true), '(encrypted)'],
      'an encrypted document of Office Open XML': [
        compoundFileOf(['EncryptionInfo', Buffer.from('x')], ['EncryptedPackage', Buffer.from('y')]),
        '(encrypted)',
      ],
      'the beginning of a document of Word 97': [wordDocumentOf('x').subarray(0, 4_000), '(damaged)'],
      'a document of Word 97 without a table of its text': [
        compoundFileOf(['1Table', Buffer.alloc(0)], ['WordDocument', Buffer.from('eca5c100', 'hex')]),
        '(damaged)',
      ],
      'RTF that ends in the middle': ['{\\rtf1 vorher{\\pict 89', 'vorher'],
      'bytes without sense': [Buffer.from([0, 1, 2, 255, 254, 0]), '(not looked at)'],
      'no bytes at all': ['', '(not looked at)'],
    };
    const seen: Record<string, string> = {};
    for (const [name, [bytes]] of Object.entries(files)) seen[name] = await textIn(by, bytes);
    expect(seen).toEqual(Object.fromEntries(Object.entries(files).map(([name, [, expected]]) => [name, expected])));
    expect(await textIn(by, docxSaying('gut'))).toBe('gut');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${workers()[0]}/status`, 'utf8'))?.[1];
    expect(Number(kilobytes)).toBeLessThan(500_000);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  test('is given up when it takes too much memory, and what took its time is told as far as it was read', async () => {
    const small = await open({ memory: 60_000_000 });
    expect(await textIn(small, docxSaying('x'))).toBe('(too much memory)');
    await small.stop();
    const hurried = createTextReader({ folder: join(folder, 'more'), time: 1_500, memory: 1_000_000_000 });
    const sheet = `<worksheet>${cell('', '<v>1</v>').repeat(3_000_000)}</worksheet>`;
    const outcome = await textIn(
      hurried,
      zip([part('xl/workbook.xml', '<sheet name="Zahlen"/>'), part('xl/worksheets/sheet1.xml', sheet)]),
    );
    await hurried.stop();
    expect(['Zahlen…', '(took too long)']).toContain(outcome);
  });
});

describe('the process that reads texts', () => {
  test('is one, comes again when it was killed, and is gone when its reader stops', async () => {
    const by = await open();
    expect(workers()).toEqual([]);
    expect(await Promise.all(['a', 'b', 'c'].map((text) => textIn(by, docxSaying(text))))).toEqual(['a', 'b', 'c']);
    const [first = '', ...others] = workers();
    expect(others).toEqual([]);
    process.kill(Number(first), 'SIGKILL');
    expect(await textIn(by, docxSaying('d'))).toBe('d');
    await by.stop();
    expect(workers()).toEqual([]);
    await expect(textIn(by, docxSaying('e'))).rejects.toThrow(/stopping/);
  });
});
