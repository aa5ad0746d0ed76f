import { expect, test } from 'vitest';
import { vCardInXml } from '../../../src/base/vcard-in-xml.ts';
import { nameInVcard } from '../../../src/domain/text/vcard.ts';

test.each([
  ['BEGIN:VCARD\nFN:Erika Muster\nEND:VCARD', 'Erika Muster'],
  ['\n      BEGIN:VCARD\n      FN:Erika Muster\n      END:VCARD\n    ', 'Erika Muster'],
  // The end stands before the indentation of the other lines.
  ['BEGIN:VCARD\r\n      VERSION:3.0\r\n      FN:Erika Muster\r\n    END:VCARD', 'Erika Muster'],
  // A folded line, and one below an indentation.
  ['BEGIN:VCARD\r\nFN:Erika Mu\r\n ster\r\nEND:VCARD', 'Erika Muster'],
  ['BEGIN:VCARD\r\nFN:Erika\r\n  Muster\r\nEND:VCARD', 'Erika Muster'],
  ['  BEGIN:VCARD\n    FN;CHARSET=utf-8:Erika Mu\n     ster\n    END:VCARD', 'Erika Muster'],
])('%j has the name %s', (text, name) => {
  expect(nameInVcard(vCardInXml(text))).toBe(name);
});
