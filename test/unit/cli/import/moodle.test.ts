import { readdir } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { moodleSource } from '../../../../src/cli/import/sources/moodle.ts';
import {
  bytesOf,
  importFolder,
  inputAt,
  itemsOf,
  opened,
  placesOf,
  tarFile,
  valuesOf,
  zipFile,
} from '../../../support/import-sources.ts';
import { moodleBackup } from '../../../support/moodle-backup.ts';

const forms = [
  ['TAR', tarFile],
  ['ZIP', zipFile],
] as const;

const refusalOf = async (path: string) =>
  opened(moodleSource, path).then(
    () => undefined,
    (error: Error & { why: string }) => error.why,
  );

describe.each(forms)('a Moodle backup as %s', (_form, write) => {
  test('is a folder with the sections, files and pages that teachers made, and nothing of pupils', async () => {
    const path = await write('kurs.mbz', moodleBackup);
    expect(await moodleSource.recognises(await inputAt(path))).toBe(true);
    const source = await opened(moodleSource, path);
    const items = await itemsOf(source);
    expect(source).toMatchObject({
      understoodAs: 'a backup of the Moodle course "Mathematik 6b" with 2 sections',
      name: 'moodle https://moodle.example.org',
      total: items.length,
    });
    expect(placesOf(items)).toEqual([
      'Mathematik 6b/',
      'Mathematik 6b/Kapitel 1/',
      'Mathematik 6b/Kapitel 1/Material: Brüche-Zahlen/',
      'Mathematik 6b/Kapitel 1/Material: Brüche-Zahlen/a.txt',
      'Mathematik 6b/Kapitel 1/Material: Brüche-Zahlen/Lösungen/b.txt',
      'Mathematik 6b/Kapitel 1/Material: Brüche-Zahlen/fehlt.txt',
      'Mathematik 6b/Kapitel 1/Arbeitsblatt Brüche.pdf',
      'Mathematik 6b/Kapitel 1/Aufgabe.docx',
      'Mathematik 6b/Section 2/',
      'Mathematik 6b/Section 2/Bruchrechnung/',
      'Mathematik 6b/Section 2/Bruchrechnung/Bruchrechnung.html',
      'Mathematik 6b/Section 2/Bruchrechnung/bild 1.png',
      'Mathematik 6b/Section 2/Serlo',
      'Mathematik 6b/Section 2/Buch/',
      'Mathematik 6b/Section 2/Buch/Eins.html',
      'Mathematik 6b/Section 2/Buch/Zwei.html',
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });

  test('tells titles, authors, licences and contents', async () => {
    const items = await itemsOf(await opened(moodleSource, await write('kurs.mbz', moodleBackup)));
    const named = (name: string) => {
      const found = items.find((item) => item.name === name);
      if (found === undefined) throw new Error(`There is no ${name}.`);
      return found;
    };
    expect(valuesOf(named('Mathematik 6b'))).toEqual({
      'cm:title': ['Mathematik 6b'],
      'cm:description': ['Kurs der 6b'],
      'cclom:general_language': ['de'],
    });
    expect(valuesOf(named('Arbeitsblatt Brüche.pdf'))).toEqual({
      'cclom:title': ['Arbeitsblatt'],
      'cclom:general_description': ['Zum Üben'],
      'ccm:author_freetext': ['Erika Muster'],
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:commonlicense_cc_version': ['4.0'],
    });
    expect(valuesOf(named('b.txt'))).toEqual({ 'ccm:commonlicense_key': ['PDM'] });
    expect(valuesOf(named('a.txt'))).toEqual({});
    expect(valuesOf(named('bild 1.png'))).toEqual({
      'ccm:commonlicense_key': ['CUSTOM'],
      'cclom:rights_description': ['All rights reserved'],
    });
    expect(valuesOf(named('Serlo'))).toEqual({
      'cclom:title': ['Serlo'],
      'ccm:wwwurl': ['https://de.serlo.org/mathe'],
    });
    expect(await bytesOf(named('Arbeitsblatt Brüche.pdf').content)).toBe('content 2');
    expect(await bytesOf(named('b.txt').content)).toBe('content 4');
    // Read again, as after an interrupted upload.
    expect(await bytesOf(named('b.txt').content)).toBe('content 4');
    expect(await bytesOf(named('Bruchrechnung.html').content)).toBe(
      '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Bruchrechnung</title>\n<p>Seite <img src="bild%201.png"></p>\n',
    );
    expect(await bytesOf(named('Zwei.html').content)).toContain('<title>Zwei</title>\n2\n');
  });

  test('reports what is missing, and what has nothing to import', async () => {
    const items = await itemsOf(await opened(moodleSource, await write('kurs.mbz', moodleBackup)));
    expect(items[0]?.problems.map(({ severity, why }) => `${severity}: ${why}`)).toEqual([
      'warning: Without files and pages, and not imported: label "Überschrift", forum "Nachrichten", data "Umfrage".',
      'warning: Not material of the course, such as what pupils handed in, and not imported: 2 files (assignsubmission_file, mod_data).',
      'warning: The backup lists "Weg", which it does not have or which cannot be read.',
    ]);
    expect(items.find(({ name }) => name === 'fehlt.txt')).toMatchObject({
      content: undefined,
      problems: [{ severity: 'error', why: 'The backup lists this file, but does not have it.' }],
    });
  });

  test('is refused if its documents are damaged', async () => {
    expect(await refusalOf(await write('a.mbz', { ...moodleBackup, 'files.xml': '<files><file>' }))).toMatch(
      /^files\.xml in it cannot be read\. It is not well-formed XML/,
    );
    expect(
      await refusalOf(
        await write('b.mbz', { ...moodleBackup, 'moodle_backup.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
      ),
    ).toMatch(/moodle_backup\.xml in it cannot be read\. It declares entities/);
    const { 'moodle_backup.xml': _, ...without } = moodleBackup;
    expect(await refusalOf(await write('c.mbz', without))).toBe(
      'moodle_backup.xml in it cannot be read. It is missing.',
    );
  });
});

describe('a compressed TAR archive', () => {
  /** A folder for temporary files that no other test uses at the same time. */
  async function ownTemporaryFolder(): Promise<string> {
    const folder = await importFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return folder;
  }

  test.each([
    ['leads out', { name: '../../x' }, '"../../x" in it leads out of the archive.'],
    ['is absolute', { name: '/etc/x' }, '"/etc/x" in it leads out of the archive.'],
    ['is a link', { name: 'x', type: 'symlink', linkname: '/etc/passwd' }, '"x" in it is a link.'],
    ['is a hard link', { name: 'x', type: 'link', linkname: 'files.xml' }, '"x" in it is a link.'],
    ['is a device', { name: 'x', type: 'character-device' }, '"x" in it is no file and no folder.'],
    ['is there twice', { name: 'files.xml' }, 'It has two files with the name "files.xml".'],
  ] as const)('is refused if an entry %s, and leaves nothing behind', async (_case, header, why) => {
    const path = await tarFile('kurs.mbz', moodleBackup, [header]);
    const temporary = await ownTemporaryFolder();
    expect(await refusalOf(path)).toBe(why);
    expect(await readdir(temporary)).toEqual([]);
  });
});
