import { generateKeyPairSync } from 'node:crypto';
import type { Tree } from '../../cli/local-tree.ts';
import { registrationOf } from '../apps.ts';
import { moodleBackup } from '../moodle-backup.ts';
import { workbook } from '../workbooks.ts';
import { archiveOf, docxSaying, pdfOf } from '../written-documents.ts';

const vocabulary = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@base <http://example.org/v/> .
<a> a skos:Concept ; skos:prefLabel "Eins"@de, "One"@en .
`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const pem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

const links = [
  ['Titel', 'Link', 'Fach', 'Lizenz', 'Notiz'],
  ['Brüche', 'https://example.org/brueche', 'Mathematik', 'CC BY-SA 4.0', 'geprüft'],
] as const;

const people = [
  ['Vorname', 'Nachname', 'Klasse'],
  ['Mia', 'Sommer', '7a'],
  ['Ali', 'Winter', '7b'],
] as const;

const csv = (rows: readonly (readonly string[])[]): string => `${rows.map((row) => row.join(';')).join('\n')}\n`;

const scorm = `<?xml version="1.0"?><manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" identifier="m"><metadata><schema>ADL SCORM</schema>
 <schemaversion>1.2</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>Kurs</title>
 <item identifier="i" identifierref="r"><title>Seite</title></item></organization></organizations>
 <resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources></manifest>`;

const h5p = {
  'h5p.json': '{"title":"Quiz","mainLibrary":"H5P.Quiz","language":"de","license":"CC BY"}',
  'content/content.json': '{"text":"?"}',
};

const set =
  'id: berufsschule\nname: Berufsschule\nfields: [{ property: ccm:taxonid, caption: Fach, values: school-subjects }]\n';

const values = 'id: farben\nname: Farben\nentries: [{ key: rot, caption: Rot }]\n';

/** The files that the examples name, in the folder where they are typed. */
export const localFiles = (): Tree => {
  const key = pem();
  return {
    'Material/Brüche.md': '# Brüche\n',
    'Material/Klasse 7/Zellen.txt': 'Zellen\n',
    'Brüche.pdf': pdfOf('Brüche'),
    'Blatt.pdf': pdfOf('Blatt'),
    'Arbeitsblatt.pdf': pdfOf('Arbeitsblatt'),
    'Scan.txt': 'gelesen\n',
    'Hinweis.txt': 'Bitte ansehen\n',
    'Neu.txt': 'Neuer Text\n',
    'Plan.md': '# Plan\n',
    'cover.png': png,
    'titelbild.png': png,
    'password.txt': 'Kreide und Schwamm 12\n',
    'leavers.txt': 'anna\nben\n',
    'links.xlsx': workbook({ Links: links }),
    'liste.xlsx': workbook({ Links: links }),
    'kurs.mbz': archiveOf(moodleBackup as Readonly<Record<string, string>>),
    'sicherung.mbz': archiveOf(moodleBackup as Readonly<Record<string, string>>),
    'kurs.zip': archiveOf({ 'imsmanifest.xml': scorm, 'index.html': '<p>Kurs</p>' }),
    'quiz.h5p': archiveOf(h5p),
    'klassen.csv': csv(people),
    'klassen.xlsx': workbook({ Klassen: people }),
    'new-list.csv': csv(people),
    // Of people in one example, of files in another.
    'liste.csv': csv([
      ['Datei', 'Überschrift', 'Bemerkung', 'Login', 'Kurs', 'Vorname', 'Nachname'],
      ['Plan.md', 'Mein Plan', 'gut', 'msommer', '7a', 'Mia', 'Sommer'],
    ]),
    'material.csv': csv([
      ['Datei', 'Titel'],
      ['Blatt.docx', 'Ein Blatt'],
    ]),
    'mathe.xlsx': workbook({
      Mathe: [
        ['Datei', 'Titel'],
        ['Plan.md', 'Ein Plan'],
      ],
    }),
    'lists/material.csv': csv(links),
    'moodle.properties.xml': registrationOf({
      appid: 'moodle',
      type: 'LMS',
      host: '192.0.2.10',
      trustedclient: 'true',
      public_key: key,
    }),
    'moodle.pub': key,
    'berufsschule.yaml': set,
    'values/farben.yaml': values,
    'discipline.ttl': vocabulary,
  };
};

/** What the folder ~/Unterricht holds. */
export const lessons: Tree = { 'Blatt.docx': docxSaying('Ein Blatt'), 'Lösungen/1.txt': 'Lösung\n' };
