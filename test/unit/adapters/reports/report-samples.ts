import { readFile } from 'node:fs/promises';
import { packageFolder } from '../../../../src/base/package-files.ts';
import type { DataReportView } from '../../../../src/domain/privacy/report-view.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

/** Something for every part of the report. */
export const filledView: DataReportView = {
  firstName: 'Łukasz',
  lastName: 'Müßig Ελένη Иван',
  userName: 'lmuessig',
  otherIds: named('DE-4711'),
  email: 'lm@schule.example',
  roles: named('Lehrkraft'),
  schools: named('Gesamtschule Nord'),
  schoolNumbers: named('08154711'),
  mediaCenters: named('Medienzentrum Nord'),
  groups: named('Kollegium', 'Fachschaft Mathematik'),
  firstLogin: '12.03.2024, 08:15:02',
  lastLogin: '23.11.2026, 17:42:11',
  privateCollections: [{ title: 'Brüche', description: 'Klasse 6', created: '01.03.2025' }],
  sharedCollections: [],
  feedbacks: [{ material: 'Übungsblatt', date: '04.05.2026', answers: [{ question: 'Note', answer: '2' }] }],
  comments: [{ material: 'Stundenentwurf', date: '05.05.2026', text: 'Sehr gut!\nDanke.' }],
  links: [{ title: 'Datenschutz', url: 'https://schule.example/datenschutz?a=ä' }],
  exportDate: '24. November 2026',
};

/** The template of new data directories. */
export const shippedTemplate = () =>
  readFile(new URL('data-template/html/dataprotection/report.html', packageFolder), 'utf8');
