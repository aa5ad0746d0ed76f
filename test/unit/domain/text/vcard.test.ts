import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchedTexts } from '../../../../src/domain/nodes/searched-texts.ts';
import { nameInVcard } from '../../../../src/domain/text/vcard.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const card = (...lines: string[]): string => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');

const forms: readonly (readonly [what: string, text: string, name: string | undefined])[] = [
  ['a formatted name', card('N:Özdemir;Anna', 'FN:Anna Özdemir'), 'Anna Özdemir'],
  ['parameters', card('FN;LANGUAGE=de;X-A="x;y:z":Anna Özdemir'), 'Anna Özdemir'],
  ['lower case', card('fn:Anna').replace('BEGIN:VCARD', 'begin:vcard'), 'Anna'],
  ['line feeds alone', card('FN:Anna').replaceAll('\r\n', '\n'), 'Anna'],
  ['a folded line', card('FN:Anna Özd', ' emir'), 'Anna Özdemir'],
  ['a line folded with a tab', card('FN:Anna', '\t Özdemir'), 'Anna Özdemir'],
  ['a group', card('item1.FN:Anna Özdemir', 'item1.X-ABLabel:x'), 'Anna Özdemir'],
  ['escapes', card(String.raw`FN:Özdemir\, Anna\nDr.\; \\`), String.raw`Özdemir, Anna Dr.; \ `.trim()],
  ['quoted-printable', card('FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Anna =C3=96zdemir'), 'Anna Özdemir'],
  ['quoted-printable with a soft line break', card('FN;QUOTED-PRINTABLE:Anna =C3=', '=96zdemir'), 'Anna Özdemir'],
  ['quoted-printable in Windows-1252', card('FN;ENCODING=QUOTED-PRINTABLE:Anna =D6zdemir'), 'Anna Özdemir'],
  ['base64 before the name', card('PHOTO;ENCODING=BASE64:AAAA==', 'FN:Anna'), 'Anna'],
  ['N alone', card('N:Özdemir;Anna;Maria,Luise;Dr.;M.A.'), 'Dr. Anna Maria Luise Özdemir M.A.'],
  ['an empty FN', card('FN:', 'N:Özdemir;Anna;;;'), 'Anna Özdemir'],
  ['ORG alone', card('N:;;;;', String.raw`ORG:Verlag A\, B;Redaktion`), 'Verlag A, B, Redaktion'],
  ['a plain name', '  Anna \n Özdemir ', 'Anna Özdemir'],
  ['no name', card('EMAIL:a@b.example'), undefined],
  ['nothing', ' ', undefined],
  ['an unfinished soft line break', 'BEGIN:VCARD\nFN;QUOTED-PRINTABLE:Anna=', 'Anna'],
];

test.each(forms)('the name in a vCard with %s is read, and an author is found by it', (_, text, name) => {
  expect(nameInVcard(text)).toBe(name);
  const { keywords } = searchedTexts({ 'ccm:lifecyclecontributer_author': [text] });
  expect(keywords).toEqual(name === undefined ? [] : [name]);
});

test('any text has a name or none, and a long one takes no longer than its length', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'BEGIN:VCARD\n',
      'FN',
      ';',
      ':',
      '=\r\n',
      'QUOTED-PRINTABLE',
      '\n ',
      '"',
      '\\',
      '=C3',
      'N:',
      'ORG:',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const name = nameInVcard(pieces.join(''));
      if (name !== undefined) expect(name).toBe(name.trim());
    }),
    { numRuns: propertyRuns(2_000) },
  );
  for (const unit of ['=\n', '\n', ' \n', ';', ';"', '\\;', ' ', 'FN;QUOTED-PRINTABLE:=\n', 'item.'])
    nameInVcard(`BEGIN:VCARD\nFN;QUOTED-PRINTABLE:${unit.repeat(60_000 / unit.length)}`);
});
