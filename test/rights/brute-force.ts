import type { Asker, List, Plan, School, Sought } from './school.ts';

// The rules read out of the contract and the permission model once more, slowly. Nothing is imported from the program: where it and this page differ, one of them is wrong.

/** R: reads properties, C: lists children, T: reads the content, P: reads permissions. */
const letters: Readonly<Record<string, string>> = {
  Read: 'RC',
  ReadAll: 'RCT',
  ConsumerMetadata: 'RC',
  Consumer: 'RCT',
  Collaborator: 'RCTP',
  Coordinator: 'RCTP',
  ReadProperties: 'R',
  ReadChildren: 'C',
  ReadContent: 'T',
  ESChildManager: 'C',
  Write: '',
  CCPublish: '',
};

export const planAt = (school: School, at: number): Plan => {
  const plan = school.nodes[at];
  if (plan === undefined) throw new Error(`There is no node ${at}.`);
  return plan;
};

/** The node itself and all folders above it, nearest first. */
export function upwards(school: School, at: number): number[] {
  const { parent } = planAt(school, at);
  return parent === null ? [at] : [at, ...upwards(school, parent)];
}

export const isArchived = (school: School, at: number): boolean =>
  upwards(school, at).some((above) => planAt(school, above).archived);

/** The letters of a permission. */
export const lettersOf = (permission: string): string => letters[permission] ?? '';

/** Whether the member is in the group, whichever way round. */
export function isIn(school: School, member: string, group: string, tried: readonly string[] = []): boolean {
  return school.memberships.some(
    ([one, into]) =>
      one === member && !tried.includes(into) && (into === group || isIn(school, into, group, [...tried, into])),
  );
}

export const isAdministrator = (school: School, name: string): boolean =>
  name === 'admin' || isIn(school, name, 'GROUP_ALFRESCO_ADMINISTRATORS');

export function isNamedBy(school: School, asker: Asker, authority: string): boolean {
  if (asker.kind === 'nobody') return false;
  if (authority === 'GROUP_EVERYONE') return true;
  if (asker.kind === 'guest') return authority === 'ROLE_GUEST';
  return authority === asker.name || isIn(school, asker.name, authority);
}

/** What was found out about a school, which never changes: all the others ask it again and again. */
const known = new WeakMap<School, Map<string, string | undefined>>();

/** What somebody may do with a node, in letters; undefined where it is not there for them. */
function allowed(school: School, asker: Asker, at: number): string | undefined {
  const answers = known.get(school) ?? new Map<string, string | undefined>();
  known.set(school, answers);
  const question = asker.kind === 'person' ? `${asker.name} ${asker.safe} ${at}` : `${asker.kind} ${at}`;
  if (!answers.has(question)) answers.set(question, foundOut(school, asker, at));
  return answers.get(question);
}

function foundOut(school: School, asker: Asker, at: number): string | undefined {
  const plan = planAt(school, at);
  const safe = asker.kind === 'person' && asker.safe;
  if (isArchived(school, at) || plan.safe !== safe) return undefined;
  if (asker.kind === 'person' && (plan.owner === asker.name || isAdministrator(school, asker.name))) return 'RCTP';
  // Everybody who is signed in gets in at the top.
  const asEverybody = at === 0 && asker.kind === 'person' ? 'RC' : '';
  return (
    asEverybody +
    listsInForce(school, at)
      .map((list) => grantedBy(school, asker, list))
      .join('')
  );
}

/** The nodes with the list of the node itself and those above it, as far as they are inherited. */
export function placesInForce(school: School, at: number): number[] {
  const places = upwards(school, at).filter((above) => planAt(school, above).list !== null);
  const last = places.findIndex((place) => planAt(school, place).list?.inherits === false);
  return last < 0 ? places : places.slice(0, last + 1);
}

const listsInForce = (school: School, at: number): List[] =>
  placesInForce(school, at).flatMap((place) => planAt(school, place).list ?? []);

const grantedBy = (school: School, asker: Asker, { entries }: List): string =>
  entries
    .map(([authority, permission]) => (isNamedBy(school, asker, authority) ? (letters[permission] ?? '') : ''))
    .join('');

export const may = (school: School, asker: Asker, at: number, letter: string): boolean =>
  allowed(school, asker, at)?.includes(letter) === true;

/** How a call for a node ends that needs this right. */
export function ending(school: School, asker: Asker, at: number, letter: string): string {
  const letters = allowed(school, asker, at);
  if (letters === undefined) return 'NotFound';
  if (letters.includes(letter)) return 'done';
  return asker.kind === 'person' ? 'Forbidden' : 'Unauthorized';
}

const everyNode = (school: School): number[] => [...school.nodes.keys()];

/** The children of a folder that somebody sees. */
export const childrenSeen = (school: School, asker: Asker, folder: number): number[] =>
  everyNode(school).filter((at) => planAt(school, at).parent === folder && may(school, asker, at, 'R'));

function fits(plan: Plan, wanted: Sought, withText: boolean): boolean {
  switch (wanted.is) {
    case 'everything':
      return true;
    case 'and':
      return fits(plan, wanted.left, withText) && fits(plan, wanted.right, withText);
    case 'or':
      return fits(plan, wanted.left, withText) || fits(plan, wanted.right, withText);
    case 'not':
      return !fits(plan, wanted.of, withText);
    default:
      return hasWord(plan, wanted.word, wanted.field, withText);
  }
}

function hasWord(plan: Plan, word: string, field: string | undefined, withText: boolean): boolean {
  const inTitle = plan.title === word;
  const inKeyword = plan.keyword === word;
  const inText = withText && plan.text === word;
  if (field === undefined) return inTitle || inKeyword || inText;
  if (field === 'text') return inText;
  return field === 'title' || field === 'cclom:title' ? inTitle : inKeyword;
}

/** What somebody finds. Without the right to read the content, a node is to them as if it had none. */
export const found = (school: School, asker: Asker, wanted: Sought): number[] =>
  everyNode(school).filter(
    (at) => may(school, asker, at, 'R') && fits(planAt(school, at), wanted, may(school, asker, at, 'T')),
  );

/** The words that are sought anywhere in a node, and not excluded. */
function soughtAnywhere(wanted: Sought): readonly string[] {
  switch (wanted.is) {
    case 'everything':
    case 'not':
      return [];
    case 'word':
      return wanted.field?.startsWith('cclom:') === true ? [] : [wanted.word];
    default:
      return [...soughtAnywhere(wanted.left), ...soughtAnywhere(wanted.right)];
  }
}

/** What a hit is recognised by: the word of its text that was sought, if it may be read, and the folder as somebody sees it. */
export function highlight(school: School, asker: Asker, at: number, wanted: Sought) {
  const { text, parent } = planAt(school, at);
  const isShown = text !== null && may(school, asker, at, 'T') && soughtAnywhere(wanted).includes(text);
  return { folder: parent === null ? undefined : pathSeen(school, asker, parent), passages: isShown ? [text] : [] };
}

/** Up to the first folder that is not seen. The top folder has no name. */
function pathSeen(school: School, asker: Asker, folder: number): string | undefined {
  const above = upwards(school, folder);
  const hidden = above.findIndex((at) => at !== 0 && !may(school, asker, at, 'R'));
  const names = (hidden < 0 ? above : above.slice(0, hidden)).filter((at) => at !== 0).map((at) => `n${at}`);
  const path = names.toReversed().join('/');
  if (hidden < 0 && above.includes(0)) return `/${path}`;
  return names.length === 0 ? undefined : path;
}

/** What may be suggested to somebody who types the word: what is called by it. */
export const named = (school: School, asker: Asker, word: string): number[] =>
  everyNode(school).filter((at) => {
    const { title, keyword } = planAt(school, at);
    return may(school, asker, at, 'R') && (title === word || keyword === word);
  });

/** How often each value of a property stands among these nodes. */
export function counted(
  school: School,
  nodes: readonly number[],
  property: 'title' | 'keyword',
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const at of nodes) {
    const value = planAt(school, at)[property];
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}
