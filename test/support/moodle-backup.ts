import type { FilesByPath } from './import-sources.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;

const hashOf = (number: number): string => number.toString(16).padStart(40, 'a');

const listed = [
  ['101', 'mod_resource', 'content', '/', '.', 1, ''],
  ['101', 'mod_resource', 'content', '/', 'Arbeitsblatt Brüche.pdf', 2, 'cc-sa-4.0'],
  ['102', 'mod_folder', 'content', '/', 'a.txt', 3, 'unknown'],
  ['102', 'mod_folder', 'content', '/Lösungen/', 'b.txt', 4, 'public'],
  ['103', 'mod_page', 'content', '/', 'bild 1.png', 5, 'allrightsreserved'],
  ['107', 'mod_assign', 'introattachment', '/', 'Aufgabe.docx', 6, 'cc'],
  ['107', 'assignsubmission_file', 'submission_files', '/', 'Abgabe von Mia.docx', 7, ''],
  ['108', 'mod_data', 'content', '/', 'Eintrag von Mia.txt', 7, ''],
  ['102', 'mod_folder', 'content', '/', 'fehlt.txt', 99, ''],
] as const;

const filesXml = xml(
  `<files>${listed
    .map(
      ([context, component, area, path, name, number, licence], index) =>
        `<file id="${index}"><contenthash>${hashOf(number)}</contenthash><contextid>${context}</contextid>` +
        `<component>${component}</component><filearea>${area}</filearea><itemid>0</itemid><filepath>${path}</filepath>` +
        `<filename>${name}</filename><author>${number === 2 ? 'Erika Muster' : '$@NULL@$'}</author><license>${licence}</license><sortorder>0</sortorder></file>`,
    )
    .join('')}</files>`,
);

const activities = [
  ['11', '1', 'resource', 'Arbeitsblatt', '101', '<intro>&lt;p&gt;Zum &lt;b&gt;Üben&lt;/b&gt;&lt;/p&gt;</intro>'],
  ['12', '1', 'folder', 'Material: Brüche/Zahlen', '102', '<intro></intro>'],
  [
    '13',
    '2',
    'page',
    'Bruchrechnung',
    '103',
    `<intro/><content>${escaped('<p>Seite <img src="@@PLUGINFILE@@/bild%201.png"></p>')}</content>`,
  ],
  ['14', '2', 'url', 'Serlo', '104', '<externalurl>https://de.serlo.org/mathe</externalurl>'],
  ['15', '2', 'label', 'Überschrift', '105', '<intro>Text</intro>'],
  ['16', '2', 'forum', 'Nachrichten', '106', '<intro/>'],
  ['17', '1', 'assign', 'Hausaufgabe', '107', '<intro/>'],
  ['18', '2', 'data', 'Umfrage', '108', '<intro/>'],
  [
    '19',
    '2',
    'book',
    'Buch',
    '109',
    '<intro/><chapters><chapter id="7"><title>Eins</title><content>1</content></chapter><chapter id="8"><title>Zwei</title><content>2</content></chapter></chapters>',
  ],
] as const;

const sections = [
  ['1', '1', 'Kapitel 1', '12,11'],
  ['2', '2', '$@NULL@$', '13,14,15,16,18,19'],
] as const;

const backupXml = xml(
  '<moodle_backup><information><original_wwwroot>https://moodle.example.org</original_wwwroot><original_course_id>42</original_course_id>' +
    '<original_course_fullname>Mathematik 6b</original_course_fullname><contents><activities>' +
    [...activities.map(([id, section, type, title]) => [id, section, type, title]), ['20', '1', 'page', 'Weg']]
      .map(
        ([id, section, type, title]) =>
          `<activity><moduleid>${id}</moduleid><sectionid>${section}</sectionid><modulename>${type}</modulename><title>${title}</title><directory>activities/${type}_${id}</directory></activity>`,
      )
      .join('') +
    `</activities><sections>${sections
      .map(
        ([id, number]) =>
          `<section><sectionid>${id}</sectionid><title>${number}</title><directory>sections/section_${id}</directory></section>`,
      )
      .join('')}</sections></contents></information></moodle_backup>`,
);

/** The files of a backup of a Moodle course, with what teachers and pupils put into one. */
export const moodleBackup: FilesByPath = {
  '.ARCHIVE_INDEX': 'Moodle archive file index. Count: 0\n',
  'moodle_backup.xml': backupXml,
  'course/course.xml': xml(
    `<course id="42" contextid="9"><shortname>M6b</shortname><fullname>Mathematik 6b</fullname><summary>${escaped('<p>Kurs der <b>6b</b></p>')}</summary><lang>de</lang></course>`,
  ),
  'files.xml': filesXml,
  ...Object.fromEntries(
    sections.map(([id, number, name, sequence]) => [
      `sections/section_${id}/section.xml`,
      xml(
        `<section id="${id}"><number>${number}</number><name>${name}</name><summary></summary><sequence>${sequence}</sequence></section>`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    activities.map(([id, , type, title, context, body]) => [
      `activities/${type}_${id}/${type}.xml`,
      xml(
        `<activity id="1" moduleid="${id}" modulename="${type}" contextid="${context}"><${type} id="1"><name>${title}</name>${body}</${type}></activity>`,
      ),
    ]),
  ),
  ...Object.fromEntries([2, 3, 4, 5, 6, 7].map((number) => [`files/aa/${hashOf(number)}`, `content ${number}`])),
};
