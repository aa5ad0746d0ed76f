import { expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import { fileWith, understand } from '../../../support/metadata-files.ts';

const read = (text: string) => understand([fileWith('set.xml', text)]);

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'BadRequest') return error.message;
    throw error;
  }
  throw new Error('It was read.');
}

const laughs = (levels: number): string => {
  const entities = Array.from({ length: levels }, (_, level) => {
    const below = level === 0 ? 'ha' : `&e${level - 1};`.repeat(10);
    return `<!ENTITY e${level} "${below}">`;
  });
  return `<!DOCTYPE metadataset [${entities.join('\n')}]>\n<metadataset id="a"><name>&e${levels - 1};</name></metadataset>`;
};

test('an XML bomb is harmless: its entities are never defined, and their use is told', () => {
  const { sets, notes } = read(laughs(30));
  expect(sets[0]?.set.name).toEqual(new Map([['und', '&e29;']]));
  expect(notes).toEqual([
    {
      file: 'set.xml',
      lines: [31],
      kind: 'left-out',
      message: expect.stringMatching(/XML does not predefine; its name stays in the text/),
    },
  ]);
});

test('external entities, parameter entities and a document type elsewhere are passed over', () => {
  for (const declared of [
    '<!DOCTYPE metadataset SYSTEM "http://example.org/x.dtd">',
    '<!DOCTYPE metadataset [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE metadataset [<!ENTITY % x SYSTEM "http://example.org/evil.dtd"> %x;]>',
  ]) {
    const { sets } = read(`${declared}<metadataset id="a"><name>&x;</name></metadataset>`);
    expect(sets[0]?.set.name).toEqual(new Map([['und', '&x;']]));
  }
});

test('entities of XML and character references stand for their letters', () => {
  const { sets, notes } = read(
    '<metadataset id="a"><name>&lt;&amp;&#228;&#xe4;<![CDATA[<b>&x;]]></name></metadataset>',
  );
  expect(sets[0]?.set.name).toEqual(new Map([['und', '<&ää<b>&x;']]));
  expect(notes).toEqual([]);
});

const broken: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['nothing', '', /set\.xml cannot be read/],
  ['no XML', '%PDF-1.7\n%âãÏÓ', /line [12]: it is not well-formed XML/],
  ['an element that stays open', '<metadataset id="a">\n<name>', /line 2: it is not well-formed XML: unclosed tag/],
  [
    'an element closed by another',
    '<metadataset>\n<name>\n</nam></metadataset>',
    /line 3:.*unexpected close tag|line 3:.*unmatched/,
  ],
  ['an attribute without quotes', '<metadataset\n id=a/>', /line 2: .*unquoted attribute value/],
  ['two attributes of one name', '<metadataset id="a"\n id="b"/>', /line 2: .*duplicate attribute/],
  ['a stray &', '<metadataset id="a"><name>a & b</name></metadataset>', /line 1: .*well-formed/],
  ['a second root', '<metadataset id="a"/><metadataset id="b"/>', /well-formed/],
  ['a cut-off document type', '<!DOCTYPE metadataset [<!ENTITY', /well-formed|empty/],
  ['too deep', '<a>'.repeat(101), /nested more than 100 levels deep/],
];

for (const [what, text, message] of broken) {
  test(`${what} is refused, with the place`, () => {
    expect(refusal(text)).toMatch(message);
    expect(refusal(text)).toMatch(/Nothing was imported/);
  });
}

test('a hundred thousand brackets, and a million elements, end at the limits', () => {
  expect(refusal('<a>'.repeat(100_000))).toMatch(/nested more than 100 levels deep/);
  expect(refusal(`<metadataset>${'<a/>'.repeat(1_000_001)}</metadataset>`)).toMatch(/more than 1000000 elements/);
});

test('an element has a hundred attributes at most, each of any length, and the rest of them is not read', () => {
  const attributes = (count: number): string => Array.from({ length: count }, (_, at) => ` a${at}=""`).join('');
  expect(refusal(`<metadataset${attributes(300_000)} not even XML`)).toMatch(
    /line 1: an element has more than 100 attributes/,
  );
  const inForce = `<metadataset id="a"${attributes(99)}><name>Lang</name></metadataset>`;
  expect(read(inForce).sets[0]?.set.name).toEqual(new Map([['und', 'Lang']]));
  const long = `<metadataset id="a" title="${'x'.repeat(10_000_000)}"><name>Lang</name></metadataset>`;
  expect(read(long).sets[0]?.set.name).toEqual(new Map([['und', 'Lang']]));
});

test('bytes that are no text are told as such', () => {
  const file = { name: 'set.xml', bytes: Uint8Array.from([0x3c, 0, 1, 2, 0]), beside: false };
  expect(() => understand([file])).toThrow(/set\.xml cannot be read: it is not a text file/);
});

test('XML is read in the encoding that it declares', () => {
  const text = (label: string) =>
    `<?xml version="1.0" encoding="${label}"?><metadataset id="a"><name>Fächer</name></metadataset>`;
  for (const [label, encoding] of [
    ['ISO-8859-1', 'latin1'],
    ['UTF-8', 'utf8'],
    ['nobody-knows', 'utf8'],
  ] as const) {
    const file = { name: 'set.xml', bytes: Buffer.from(text(label), encoding), beside: false };
    expect(understand([file]).sets[0]?.set.name).toEqual(new Map([['und', 'Fächer']]));
  }
  // Quotation marks of Windows-1252, which ISO-8859-1 stands for on the web (WHATWG Encoding).
  for (const label of ['windows-1252', 'ISO-8859-1']) {
    const quoted = Buffer.from(text(label).replace('Fächer', '\x84Fächer\x93'), 'latin1');
    const file = { name: 'set.xml', bytes: quoted, beside: false };
    expect(understand([file]).sets[0]?.set.name).toEqual(new Map([['und', '„Fächer“']]));
  }
  const utf16 = { name: 'set.xml', bytes: Buffer.from(`\uFEFF${text('UTF-16')}`, 'utf16le'), beside: false };
  expect(understand([utf16]).sets[0]?.set.name).toEqual(new Map([['und', 'Fächer']]));
});
