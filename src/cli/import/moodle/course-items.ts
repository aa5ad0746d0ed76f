import { Readable } from 'node:stream';
import { escapeHtml } from '../../../base/escape-html.ts';
import { counted } from '../../print/units.ts';
import { type Archive, contentFrom } from '../archives/archive.ts';
import { DistinctNames, extensionOf, nameFrom } from '../archives/archive-items.ts';
import { licenceFields, textField } from '../fields.ts';
import type { ImportItem, ItemContent, ItemField, ItemProblem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import { webAddress } from '../web-address.ts';
import { readDocument } from '../xml/elements.ts';
import { plainText } from '../xml/plain-text.ts';
import { type MoodleActivity, type MoodleBackup, type MoodleFile, type MoodleSection, pagesIn } from './backup.ts';

/** Where the pages of an activity name its files. */
const filesPlaceholder = /@@PLUGINFILE@@\//g;

/** The licences of Moodle that are not of Creative Commons, by their codes. */
const otherLicences: ReadonlyMap<string, string> = new Map([
  ['public', 'Public Domain'],
  ['allrightsreserved', 'All rights reserved'],
]);

/** The licences of Moodle: `cc-nc-sa-4.0` is CC BY-NC-SA 4.0. Without a version they are older. A site has codes of its own, too. */
function licenceOf(code: string): ItemField[] {
  const [, parts, version = ''] = /^cc((?:-(?:nc|nd|sa))*)(?:-(\d\.\d))?$/.exec(code) ?? [];
  if (parts !== undefined) return licenceFields('license', [`CC BY${parts.toUpperCase()} ${version}`.trim()]);
  return code === '' || code === 'unknown' ? [] : licenceFields('license', [otherLicences.get(code) ?? code]);
}

/** A course as a folder with a folder for each section. */
export function courseItems(archive: Archive, backup: MoodleBackup, broken: readonly string[]): ImportItem[] {
  return new Course(archive, backup).items(broken);
}

class Course {
  readonly #archive: Archive;
  readonly #backup: MoodleBackup;
  readonly #names = new DistinctNames();
  readonly #items: ImportItem[] = [];
  readonly #without: string[] = [];

  constructor(archive: Archive, backup: MoodleBackup) {
    this.#archive = archive;
    this.#backup = backup;
  }

  items(broken: readonly string[]): ImportItem[] {
    const { title, summary, language, sections, filesLeftOut } = this.#backup;
    const course = nameFrom(title);
    for (const section of sections) this.#addSection(section, course);
    const problems: ItemProblem[] = broken.map((name) =>
      warning(`The backup lists "${name}", which it does not have or which cannot be read.`),
    );
    const count = [...filesLeftOut.values()].reduce((sum, each) => sum + each, 0);
    if (count > 0) {
      const areas = [...filesLeftOut.keys()].join(', ');
      problems.unshift(
        warning(
          `Not material of the course, such as what pupils handed in, and not imported: ${counted(count, 'file')} (${areas}).`,
        ),
      );
    }
    if (this.#without.length > 0)
      problems.unshift(warning(`Without files and pages, and not imported: ${this.#without.join(', ')}.`));
    const fields = [
      ...textField('cm:title', 'fullname', [title]),
      ...textField('cm:description', 'summary', [plainText(summary)]),
      ...textField('cclom:general_language', 'lang', [language]),
    ];
    return [
      itemWith({ where: course, key: this.#key('course'), kind: 'folder', name: course, fields, problems }),
      ...this.#items,
    ];
  }

  #key(place: string): string {
    return `course ${this.#backup.courseId}/${place}`;
  }

  #addSection(section: MoodleSection, course: string): void {
    const activities = section.activityIds.flatMap((id) => this.#backup.activities.get(id) ?? []);
    if (activities.length === 0 && section.summary === '') return;
    const name = this.#names.take([course], nameFrom(section.title));
    const fields = [
      ...textField('cm:title', 'name', [section.title]),
      ...textField('cm:description', 'summary', [plainText(section.summary)]),
    ];
    const key = this.#key(`section ${section.id}`);
    this.#items.push(itemWith({ where: name, key, folders: [course], kind: 'folder', name, fields }));
    for (const activity of activities) this.#addActivity(activity, [course, name]);
  }

  #addActivity(activity: MoodleActivity, section: readonly string[]): void {
    const listed = this.#backup.files.get(activity.contextId) ?? [];
    // A label is a heading, unless it shows pictures.
    const pages = activity.type === 'label' && listed.length === 0 ? [] : activity.pages;
    if (activity.link !== '') {
      this.#addLink(activity, section);
      return;
    }
    if (pages.length + listed.length === 0) {
      this.#without.push(`${activity.type} "${activity.title}"`);
      return;
    }
    const folders = pages.length + listed.length === 1 ? section : this.#addFolder(activity, section);
    const isAlone = folders === section;
    for (const page of pages) this.#addPage(activity, page, folders);
    for (const file of listed) this.#addFile(activity, file, isAlone, folders);
  }

  #fields(activity: MoodleActivity, title: 'cm:title' | 'cclom:title', description: string): ItemField[] {
    return [
      ...textField(title, 'name', [activity.title]),
      ...textField(description, 'intro', activity.type === 'label' ? [] : [plainText(activity.intro)]),
    ];
  }

  #addFolder(activity: MoodleActivity, section: readonly string[]): readonly string[] {
    const name = this.#names.take(section, nameFrom(activity.title));
    const fields = this.#fields(activity, 'cm:title', 'cm:description');
    const key = this.#key(`module ${activity.moduleId}`);
    this.#items.push(itemWith({ where: whereOf(section, name), key, folders: section, kind: 'folder', name, fields }));
    return [...section, name];
  }

  #addLink(activity: MoodleActivity, folders: readonly string[]): void {
    const name = this.#names.take(folders, nameFrom(activity.title));
    const link = webAddress(activity.link);
    const fields = [
      ...this.#fields(activity, 'cclom:title', 'cclom:general_description'),
      ...textField('ccm:wwwurl', 'externalurl', [link]),
    ];
    const problems: ItemProblem[] =
      link === undefined
        ? [{ severity: 'error', column: 'externalurl', why: `"${activity.link}" is no web address.` }]
        : [];
    this.#items.push(
      itemWith({
        where: whereOf(folders, name),
        key: this.#key(`module ${activity.moduleId}`),
        folders,
        name,
        fields,
        problems,
      }),
    );
  }

  #addPage(
    activity: MoodleActivity,
    page: { readonly id: string; readonly title: string },
    folders: readonly string[],
  ): void {
    const title = page.title === '' ? activity.title : page.title;
    const name = this.#names.take(folders, nameFrom(title, '.html'));
    const fields =
      page.id === ''
        ? this.#fields(activity, 'cclom:title', 'cclom:general_description')
        : textField('cclom:title', 'title', [title]);
    const content = pageContent(this.#archive, activity, page.id, title, name);
    const key = this.#key(`module ${activity.moduleId}/page ${page.id}`.trim());
    this.#items.push(itemWith({ where: whereOf(folders, name), key, folders, name, fields, content }));
  }

  #addFile(activity: MoodleActivity, file: MoodleFile, isAlone: boolean, above: readonly string[]): void {
    const folders = isAlone ? above : [...above, ...file.folders.map((step) => nameFrom(step))];
    const name = this.#names.take(
      folders,
      nameFrom(file.name.slice(0, file.name.length - extensionOf(file.name).length), extensionOf(file.name)),
    );
    const isThere = this.#archive.files.has(file.path);
    const fields = [
      ...(isAlone || file.isMain ? this.#fields(activity, 'cclom:title', 'cclom:general_description') : []),
      ...textField('ccm:author_freetext', 'author', [file.author]),
      ...licenceOf(file.licence),
    ];
    const key = this.#key(`module ${activity.moduleId}/${file.area}/${[...file.folders, file.name].join('/')}`);
    const problems: ItemProblem[] = isThere
      ? []
      : [
          {
            severity: 'error',
            why: 'The backup lists this file, but does not have it.',
            next: 'Make the backup again, with files.',
          },
        ];
    const content = isThere ? contentFrom(this.#archive, file.path, name) : undefined;
    this.#items.push(itemWith({ where: whereOf(folders, name), key, folders, name, fields, content, problems }));
  }
}

const warning = (why: string): ItemProblem => ({ severity: 'warning', why });

/** The place within the course. */
const whereOf = (folders: readonly string[], name: string): string => [...folders.slice(1), name].join('/');

/** A page as an HTML document, whose links to files lead to those beside it. It is read when it is needed. */
function pageContent(
  archive: Archive,
  activity: MoodleActivity,
  id: string,
  title: string,
  fileName: string,
): ItemContent {
  return {
    kind: 'stream',
    fileName,
    mimeType: 'text/html',
    size: undefined,
    async open() {
      const document = await readDocument(await archive.open(activity.path));
      const html = pagesIn(document, activity.type).find((page) => page.id === id)?.html ?? '';
      const body = html.replace(filesPlaceholder, '');
      return Readable.from([
        Buffer.from(`<!DOCTYPE html>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n${body}\n`),
      ]);
    },
  };
}
