import { type Archive, unreadable, xmlFrom } from '../archives/archive.ts';
import { elementAt, elementsAt, lineOf, readDocument, readElements, type XmlElement } from '../xml/elements.ts';

/** The document that describes a backup of a Moodle course. */
export const backupPath = 'moodle_backup.xml';

/** A file of an activity. */
export interface MoodleFile {
  /** Its path in the archive. */
  readonly path: string;
  /** The folders and the name that people see. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly area: string;
  readonly author: string;
  readonly licence: string;
  readonly isMain: boolean;
}

/** Activities and resources of a course. */
export interface MoodleActivity {
  readonly moduleId: string;
  readonly type: string;
  readonly title: string;
  /** The path of its document in the archive. */
  readonly path: string;
  readonly contextId: string;
  /** HTML. */
  readonly intro: string;
  readonly link: string;
  readonly pages: readonly { readonly id: string; readonly title: string }[];
}

export interface MoodleSection {
  readonly id: string;
  readonly title: string;
  /** HTML. */
  readonly summary: string;
  readonly activityIds: readonly string[];
}

/** A backup without the contents of its files. */
export interface MoodleBackup {
  /** The address of the Moodle that it comes from. */
  readonly site: string;
  readonly courseId: string;
  readonly title: string;
  /** HTML. */
  readonly summary: string;
  readonly language: string;
  readonly sections: readonly MoodleSection[];
  readonly activities: ReadonlyMap<string, MoodleActivity>;
  /** By their contexts. */
  readonly files: ReadonlyMap<string, readonly MoodleFile[]>;
  /** How many files of activities are no material, such as what pupils handed in, by the component of Moodle that they belong to. */
  readonly filesLeftOut: ReadonlyMap<string, number>;
}

const empty = '$@NULL@$';

/** The text at a path. */
const textAt = (element: XmlElement | undefined, path: string): string => {
  const text = elementAt(element, path)?.text.trim() ?? '';
  return text === empty ? '' : text;
};

/** The areas with what teachers put up. Others hold what pupils handed in or wrote, which is not imported. */
const areas: ReadonlyMap<string, string> = new Map([
  ['mod_resource', 'content'],
  ['mod_folder', 'content'],
  ['mod_page', 'content'],
  ['mod_book', 'chapter'],
  ['mod_label', 'intro'],
  ['mod_lesson', 'page_contents'],
  ['mod_imscp', 'backup'],
  ['mod_scorm', 'package'],
  ['mod_h5pactivity', 'package'],
]);

const isMaterial = (component: string, area: string): boolean =>
  areas.get(component) === area || (component.startsWith('mod_') && area === 'introattachment');

/** The components of activities. Others are of the course and of the site, such as pictures of people. */
const ofActivity = /^(?:mod_|assign|workshop|question|qtype_)/;

/** Reads the list of files one by one. */
async function filesOf(archive: Archive, input: string): Promise<Pick<MoodleBackup, 'files' | 'filesLeftOut'>> {
  const files = new Map<string, MoodleFile[]>();
  const filesLeftOut = new Map<string, number>();
  if (!archive.files.has('files.xml')) return { files, filesLeftOut };
  try {
    for await (const element of readElements(await archive.open('files.xml'), (name) => name === 'file')) {
      const [area, name, hash] = ['filearea', 'filename', 'contenthash'].map((path) => textAt(element, path));
      if (name === undefined || name === '.') continue;
      const component = textAt(element, 'component');
      if (!isMaterial(component, area ?? '')) {
        if (ofActivity.test(component)) filesLeftOut.set(component, (filesLeftOut.get(component) ?? 0) + 1);
        continue;
      }
      const context = textAt(element, 'contextid');
      const list = files.get(context) ?? [];
      files.set(context, list);
      list.push({
        path: `files/${hash?.slice(0, 2)}/${hash}`,
        folders: textAt(element, 'filepath')
          .split('/')
          .filter((step) => step !== '' && step !== '.' && step !== '..'),
        name,
        area: area ?? '',
        author: textAt(element, 'author'),
        licence: textAt(element, 'license'),
        isMain: textAt(element, 'sortorder') === '1',
      });
    }
  } catch (error) {
    throw unreadable(input, 'files.xml', error);
  }
  return { files, filesLeftOut };
}

/** The pages of an activity: the chapters of a book, or the page itself. */
export function pagesIn(document: XmlElement, type: string): { id: string; title: string; html: string }[] {
  const [body] = document.children;
  if (type === 'book') {
    return elementsAt(body, 'chapters/chapter').map((chapter) => ({
      id: chapter.attributes.get('id') ?? '',
      title: textAt(chapter, 'title'),
      html: textAt(chapter, 'content'),
    }));
  }
  const html = type === 'page' ? textAt(body, 'content') : type === 'label' ? textAt(body, 'intro') : '';
  return html === '' ? [] : [{ id: '', title: textAt(body, 'name'), html }];
}

/** Undefined if its document is missing or broken. */
async function activityOf(archive: Archive, listed: XmlElement): Promise<MoodleActivity | undefined> {
  const type = textAt(listed, 'modulename');
  const path = `${textAt(listed, 'directory')}/${type}.xml`;
  const document = archive.files.has(path)
    ? await readDocument(await archive.open(path)).catch(() => undefined)
    : undefined;
  if (document === undefined) return undefined;
  const [body] = document.children;
  return {
    moduleId: textAt(listed, 'moduleid'),
    type,
    title: textAt(body, 'name') || textAt(listed, 'title'),
    path,
    contextId: document.attributes.get('contextid') ?? '',
    intro: textAt(body, 'intro'),
    link: type === 'url' ? textAt(body, 'externalurl') : '',
    pages: pagesIn(document, type).map(({ id, title }) => ({ id, title })),
  };
}

async function sectionOf(
  archive: Archive,
  listed: XmlElement,
  activities: readonly XmlElement[],
  input: string,
): Promise<MoodleSection> {
  const path = `${textAt(listed, 'directory')}/section.xml`;
  const document = archive.files.has(path) ? await xmlFrom(archive, path, input) : undefined;
  const id = textAt(listed, 'sectionid');
  const number = textAt(document, 'number');
  const title = textAt(document, 'name') || textAt(listed, 'title');
  const own = activities
    .filter((activity) => textAt(activity, 'sectionid') === id)
    .map((activity) => textAt(activity, 'moduleid'));
  const order = textAt(document, 'sequence').split(',');
  return {
    id,
    title: title === '' || title === number || title === id ? `Section ${number || id}` : title,
    summary: textAt(document, 'summary'),
    activityIds: [...new Set([...order.filter((moduleId) => own.includes(moduleId)), ...own])],
  };
}

/** Reads what a backup of a course lists. Rejects with a failure if its documents are damaged. */
export async function readBackup(
  archive: Archive,
  input: string,
): Promise<{ backup: MoodleBackup; broken: readonly string[] }> {
  const information = elementAt(await xmlFrom(archive, backupPath, input), 'information');
  const course = archive.files.has('course/course.xml')
    ? await xmlFrom(archive, 'course/course.xml', input)
    : undefined;
  const listed = elementsAt(information, 'contents/activities/activity');
  const activities = new Map<string, MoodleActivity>();
  const broken: string[] = [];
  for (const element of listed) {
    const activity = await activityOf(archive, element);
    if (activity === undefined) broken.push(lineOf(elementAt(element, 'title')) || textAt(element, 'directory'));
    else activities.set(activity.moduleId, activity);
  }
  const sections: MoodleSection[] = [];
  for (const element of elementsAt(information, 'contents/sections/section')) {
    sections.push(await sectionOf(archive, element, listed, input));
  }
  const backup = {
    site: textAt(information, 'original_wwwroot'),
    courseId: textAt(information, 'original_course_id'),
    title: textAt(course, 'fullname') || textAt(information, 'original_course_fullname'),
    summary: textAt(course, 'summary'),
    language: textAt(course, 'lang'),
    sections,
    activities,
    ...(await filesOf(archive, input)),
  };
  return { backup, broken };
}
