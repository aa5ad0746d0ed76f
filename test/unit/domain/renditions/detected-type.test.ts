import { describe, expect, test } from 'vitest';
import { detectedType } from '../../../../src/domain/renditions/detected-type.ts';

const text = Buffer.from('Größe, Gewicht und Farbe\n');
const binary = Buffer.from([0x89, 0x50, 0, 0, 1, 2, 3, 255]);

test('a text in UTF-16 with its mark is a text, whatever its first two bytes are known for', () => {
  const little = Buffer.from('\ufeffGrößen der Geometrie\r\n', 'utf16le');
  expect(detectedType('text/plain', 'audio/mpeg', little)).toBe('text/plain');
  expect(detectedType('text/plain', undefined, Buffer.from(little).swap16())).toBe('text/plain');
  const sound = Buffer.from([0xff, 0xfe, ...Array.from({ length: 400 }, (_, at) => (at * 97) % 251)]);
  expect(detectedType('text/plain', 'audio/mpeg', sound)).toBe('audio/mpeg');
});

describe('the type of a file', () => {
  test.each([
    // Stated, detected, and what it is.
    ['image/png', 'image/png', 'image/png'],
    ['image/jpg', 'image/jpeg', 'image/jpg'],
    ['application/pdf', 'image/png', 'image/png'],
    ['image/png', 'application/pdf', 'application/pdf'],
    ['text/plain', 'application/pdf', 'application/pdf'],
    ['text/html', 'image/gif', 'image/gif'],
    ['video/mp4', 'audio/mpeg', 'audio/mpeg'],
    ['audio/mp4', 'video/mp4', 'audio/mp4'],
    ['video/quicktime', 'video/mp4', 'video/quicktime'],
    ['audio/ogg', 'video/ogg', 'audio/ogg'],
    ['audio/wav', 'audio/vnd.wave', 'audio/wav'],
    ['application/zip', 'application/zip', 'application/zip'],
    ['application/vnd.geogebra.file', 'application/zip', 'application/vnd.geogebra.file'],
    ['application/zip', 'application/vnd.oasis.opendocument.text', 'application/zip'],
    ['application/msword', 'application/x-cfb', 'application/msword'],
    ['application/pdf', 'application/zip', 'application/zip'],
    ['image/png', 'application/zip', 'application/zip'],
    ['application/vnd.oasis.opendocument.text', 'application/epub+zip', 'application/epub+zip'],
    ['application/octet-stream', 'image/webp', 'image/webp'],
    ['application/x-unheard-of', undefined, 'application/x-unheard-of'],
    ['image/png', undefined, 'image/png'],
  ])('%s with the bytes of %s is %s', (stated, detected, expected) => {
    expect(detectedType(stated, detected, binary)).toBe(expected);
  });

  test.each([
    ['text/plain', 'image/bmp', 'BMW baut Autos', 'text/plain'],
    ['text/csv', undefined, 'a;b;c', 'text/csv'],
    ['application/octet-stream', 'image/bmp', 'BMW baut Autos', 'application/octet-stream'],
    ['text/plain', undefined, '<!doctype html><p>Quelltext', 'text/plain'],
    ['image/svg+xml', 'application/xml', '<?xml version="1.0"?><svg xmlns="x"/>', 'image/svg+xml'],
    ['application/xml', 'application/xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['image/png', undefined, '<!DOCTYPE html>\n<script>alert(1)</script>', 'text/html'],
    ['image/png', undefined, ' \n<!-- a --><SCRIPT >alert(1)</SCRIPT>', 'text/html'],
    ['image/png', 'application/xml', '<?xml version="1.0"?>\n<svg onload="alert(1)"/>', 'image/svg+xml'],
    ['image/jpeg', undefined, '<svg onload="alert(1)"/>', 'image/svg+xml'],
    ['image/png', undefined, `<!-- ${'x'.repeat(600)} --><svg onload="alert(1)"/>`, 'image/svg+xml'],
    ['image/png', undefined, '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['application/pdf', undefined, '\u{feff}<html>', 'text/html'],
    ['application/octet-stream', undefined, '<html>', 'text/html'],
    ['video/mp4', undefined, 'x', 'video/mp4'],
    ['text/plain', 'application/pdf', '%PDF-1.4\n1 0 obj', 'application/pdf'],
    ['text/html', 'application/pdf', '%PDF-1.7\r\n', 'application/pdf'],
    ['application/octet-stream', 'application/pdf', '%PDF-1.4\n', 'application/pdf'],
    ['text/plain', 'application/pdf', '%PDF-Dateien öffnen', 'text/plain'],
  ])('%s that may be %s and reads «%s» is %s', (stated, detected, content, expected) => {
    expect(detectedType(stated, detected, Buffer.from(content))).toBe(expected);
  });

  test('a text that is cut in the middle of a letter is a text', () => {
    const long = Buffer.concat([Buffer.alloc(4099, 'x'), text]).subarray(0, 4100);
    const cut = Buffer.concat([Buffer.alloc(4099, 'x'), Buffer.from('ü').subarray(0, 1)]);
    for (const head of [long, cut]) expect(detectedType('text/plain', 'image/bmp', head)).toBe('text/plain');
  });
});
