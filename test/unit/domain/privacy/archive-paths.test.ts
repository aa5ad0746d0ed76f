import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createArchivePaths, fileNameOf } from '../../../../src/domain/privacy/archive-paths.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

describe('file names', () => {
  test.each([
    ['Übung 7.docx', 'Übung 7.docx'],
    ['..', '_'],
    ['.', '_'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\x', 'C__Windows_x'],
    ['/absolute', '_absolute'],
    ['<b>fett</b>?*"|', '_b_fett__b_____'],
    ['name with end. ', 'name with end'],
    ['CON.txt', '_CON.txt'],
    ['console.txt', 'console.txt'],
    ['Zeile\r\nzwei', 'Zeile__zwei'],
    [' ', '_'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(76)}.pdf`],
    [`${'a'.repeat(75)}😀.pdf`, `${'a'.repeat(75)}.pdf`],
    ['half \ud800', 'half \ufffd'],
    ['O\u0308', 'Ö'],
  ])('%j becomes %j', (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });

  test('every name becomes one safe part of a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        const file = fileNameOf(name);
        expect(file).not.toMatch(/[\p{Cc}<>:"/\\|?*]|^\.{0,2}$|[. ]$/u);
        expect(Buffer.byteLength(`${file}_49999.json`)).toBeLessThanOrEqual(255);
        expect(file.isWellFormed()).toBe(true);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('paths', () => {
  test('equal names get numbers, also if they differ only in case', () => {
    const { folderFor } = createArchivePaths();
    expect([folderFor('home', 'a'), folderFor('home', 'A'), folderFor('home', 'a')]).toEqual([
      'home/a',
      'home/A_1',
      'home/a_2',
    ]);
    expect(folderFor('home', 'a_2')).toBe('home/a_2_1');
    expect(folderFor('shared', 'a')).toBe('shared/a');
  });

  test("a child does not take the place of its folder's files", () => {
    const { folderFor } = createArchivePaths();
    expect(folderFor(folderFor('home', 'Mathe'), 'mathe.JSON')).toBe('home/Mathe/mathe.JSON_1');
  });

  test('below a very long path, nodes lie at the top', () => {
    const { folderFor } = createArchivePaths();
    let path = 'home';
    for (let depth = 0; depth < 100; depth += 1) path = folderFor(path, `Ordner mit langem Namen ${depth}`);
    expect(`${path}/${path.split('/').at(-1)}.json`.length).toBeLessThanOrEqual(200);
    expect(path).toMatch(/^home\//);
  });

  test('50,000 nodes of one name', () => {
    const { folderFor } = createArchivePaths();
    const paths = new Set(Array.from({ length: 50_000 }, () => folderFor('shared', 'Arbeitsblatt.pdf')));
    expect(paths.size).toBe(50_000);
    expect(paths).toContain('shared/Arbeitsblatt.pdf_49999');
  });
});
