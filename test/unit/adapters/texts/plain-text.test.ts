import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasPlainText, plainTextLimit, plainTextOf } from '../../../../src/adapters/texts/plain-text.ts';
import { wordsOf } from '../../../../src/domain/text/folding.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const wordsIn = (mimeType: string, text: string): string[] => wordsOf(plainTextOf(mimeType, Buffer.from(text)) ?? '');

test.each(['title', 'script', 'style', 'textarea', 'iframe'])('XHTML may close <%s/> at once', (name) => {
  const page = `<html><head><${name} id="a"/></head><body>Hallo&nbsp;<b>Welt</b><style>p {}</style></body></html>`;
  expect(wordsIn('application/xhtml+xml', page)).toEqual(['hallo', 'welt']);
});

describe('encodings', () => {
  const encoded: [string, Buffer][] = [
    ['UTF-8', Buffer.from('Größe')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße')],
    ['Windows-1252', Buffer.from('Größe', 'latin1')],
    ['UTF-16, little-endian', Buffer.from('\ufeffGröße', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\ufeffGröße', 'utf16le').swap16()],
  ];

  test.each(encoded)('%s', (_name, bytes) => {
    expect(plainTextOf('text/plain', bytes)).toBe('Größe');
  });

  test('Windows-1252 has its own quotation marks and euro sign', () => {
    expect(plainTextOf('text/csv', Buffer.from([0x84, 0x80, 0xfc]))).toBe('„€ü');
  });

  test('a character cut in two at the limit does not turn UTF-8 into something else', () => {
    const text = plainTextOf('text/plain', Buffer.from(`a${'ü'.repeat(plainTextLimit)}`));
    expect(text).toBe(`a${'ü'.repeat(plainTextLimit / 2 - 1)}`);
  });

  test('bytes that are no text have none, whatever their type says', () => {
    expect(plainTextOf('text/plain', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).toBeUndefined();
  });

  test('an empty file has an empty text', () => {
    expect(plainTextOf('text/markdown', Buffer.alloc(0))).toBe('');
  });
});

describe('types', () => {
  test.each([
    'text/plain',
    'text/markdown',
    'text/html',
    'text/csv',
    'application/json',
    'application/ld+json',
    'image/svg+xml',
    'text/turtle',
    'text/x-bibtex',
  ])('%s has plain text', (type) => {
    expect(hasPlainText(type)).toBe(true);
  });

  test.each([
    'application/pdf',
    'image/png',
    'application/octet-stream',
    'application/zip',
    'text/rtf',
    '',
    'constructor',
  ])('%s has none', (type) => {
    expect(hasPlainText(type)).toBe(false);
    expect(plainTextOf(type, Buffer.from('word'))).toBeUndefined();
  });
});

describe('HTML', () => {
  test('gives what a reader meets', () => {
    const page = `<!DOCTYPE html><html><head><title>Der Wald &amp; die B&auml;ume</title><style>p { color: red }</style>
      <script>if (a < b) alert("<p>unread</p>")</script></head><body><!-- hidden --><p>H<sub>2</sub>O</p><p>Wort<b>teil</b><br>Zeile
      <img src="bild.png" alt="Ein F&uuml;chslein"> &#x1F33B; 3 &lt; 4</p><template>later</template></body></html>`;
    expect(wordsIn('text/html', page)).toEqual([
      'der',
      'wald',
      'die',
      'baume',
      'h2o',
      'wortteil',
      'zeile',
      'ein',
      'fuchslein',
      '3',
      '4',
    ]);
  });

  test('that is broken still gives its words', () => {
    expect(wordsIn('text/html', '<p>eins<p <b>zwei</i> &unknown; <a href="drei>vier">fünf')).toEqual([
      'eins',
      'zwei',
      'unknown',
      'funf',
    ]);
  });

  test('of wrongly nested elements is read as fast as any other', () => {
    const half = plainTextLimit / 2;
    const page = `${'<a>'.repeat(half / 4)}Wort${'</b>'.repeat(half / 4)}`;
    expect(wordsIn('text/html', page)).toEqual(['wort']);
  });
});

describe('XML', () => {
  test('gives texts, CDATA and no tags', () => {
    const xml =
      '<?xml version="1.0"?><lom><title lang="de">Brüche &#252;ben</title><d><![CDATA[a <b> c]]></d><style/><e>f</e></lom>';
    expect(wordsIn('application/xml', xml)).toEqual(['bruche', 'uben', 'a', 'b', 'c', 'f']);
  });
});

describe('Markdown', () => {
  test('gives texts without addresses', () => {
    const text =
      '# Der *Wald*\n\nSiehe [die Seite](https://example.org/a_(b)) und ![Bild](x.png "y").\n\n[ref]: https://example.org\n<em>gut</em><!-- ja -->';
    expect(wordsIn('text/markdown', text)).toEqual([
      'der',
      'wald',
      'siehe',
      'die',
      'seite',
      'und',
      'bild',
      'ref',
      'gut',
      'ja',
    ]);
  });

  test.each(['[', '](', '](a', '<a ', '[a]: ', '<!--', '](('])('of nothing but «%s» is read in a moment', (sign) => {
    const text = sign.repeat(plainTextLimit / sign.length);
    expect(plainTextOf('text/markdown', Buffer.from(text))).toBeDefined();
  });
});

describe('JSON', () => {
  test('gives its texts, escapes resolved, without the names', () => {
    expect(wordsIn('application/json', '{"name":"Gr\\u00f6\\u00dfe","list":["a",{"b":"c"},1,null,true]}')).toEqual([
      'grosse',
      'a',
      'c',
    ]);
  });

  test('that is cut or wrong is read as it stands', () => {
    expect(wordsIn('application/ld+json', '{"name":"Wald","x')).toEqual(['name', 'wald', 'x']);
  });

  test('nested deeper than calls can be is read', () => {
    const depth = 100_000;
    expect(wordsIn('application/json', `${'['.repeat(depth)}"tief"${']'.repeat(depth)}`)).toEqual(['tief']);
  });

  test('in lines gives the texts of every line', () => {
    expect(wordsIn('application/x-ndjson', '{"a":"eins"}\n{"a":"zwei"}\nkaputt{\n')).toEqual([
      'eins',
      'zwei',
      'kaputt',
    ]);
  });

  test('that are none are read as they stand, for each costs as much as many others', () => {
    const text = `${'{\n'.repeat(100)}{"name":"wert"}`;
    expect(wordsIn('application/x-ndjson', text)).toEqual(['name', 'wert']);
  });
});

test('any bytes of any type are read or refused, never an error', () => {
  const type = fc.constantFrom(
    'text/html',
    'application/xml',
    'text/markdown',
    'application/json',
    'text/plain',
    'application/x-ndjson',
  );
  const markup = fc.array(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '&#',
      ';',
      'x',
      '"',
      "'",
      '/',
      '!',
      '-',
      '[CDATA[',
      ']]>',
      'script',
      '?',
      '=',
      '\ufffd',
      '9'.repeat(9),
    ),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    markup.map((parts) => Buffer.from(parts.join(''))),
  );
  fc.assert(
    fc.property(type, bytes, (mimeType, content) =>
      ['string', 'undefined'].includes(typeof plainTextOf(mimeType, content)),
    ),
    { numRuns: propertyRuns(2000) },
  );
});

describe('the text of a drawing', () => {
  const textOf = (svg: string) => plainTextOf('image/svg+xml', Buffer.from(svg));

  test('has no entity as it is written, whoever defines it', () => {
    expect(textOf('<svg><text>R&amp;D &#228; &lt;x&gt; T&uuml;r&nbsp;1 &own; &amp;nbsp;</text></svg>')).toBe(
      'R&D ä <x> Tür 1 &nbsp;',
    );
    expect(textOf('<svg><g aria-label="a&ouml;b &LT;script&gt; &own;c"/></svg>')).toBe('aöb <script> c');
  });

  test('has nothing of the document type, and nothing that it defines', () => {
    const doctype = '<!DOCTYPE svg [ <!ENTITY a "lol"> <!ENTITY b "&a;&a;&a;"> ]>';
    expect(textOf(`<?xml version="1.0"?>\n${doctype}\n<svg><text>vor &b; nach</text></svg>`)).toBe('vor nach');
  });

  test('has one blank or line break between words', () => {
    expect(
      textOf('<svg>\n  \n\t<text>  a \t b\u00a0\u00a0c </text>\r\n \n <text>H<tspan>2</tspan>O</text> </svg>'),
    ).toBe('a b c\nH2O');
  });
});
