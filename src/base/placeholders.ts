import mustache from 'mustache';
import { clipped } from './clipped.ts';
import { messageOf } from './errors/errors.ts';
import { nearestOf } from './nearest.ts';

/**
 * The names that a template may use: `'text'` for a text, an object for a list, with the names that each of its entries
 * has. In a section of a list, the names outside of it can be used as well.
 */
export interface PlaceholderNames {
  readonly [name: string]: 'text' | PlaceholderNames;
}

/** What a template with these names is filled with. */
export type PlaceholderValues<Names extends PlaceholderNames> = {
  readonly [Name in keyof Names]: Names[Name] extends PlaceholderNames
    ? readonly PlaceholderValues<Names[Name]>[]
    : string;
};

/** A mistake in a template. */
export interface PlaceholderMistake {
  /** Where the tag begins in the template, in UTF-16 code units. */
  readonly index: number;
  readonly message: string;
}

/** The begin or the end of a section, as a range of the template in UTF-16 code units. */
export interface SectionTag {
  readonly kind: 'begin' | 'end';
  readonly start: number;
  readonly end: number;
}

type Token = readonly [type: string, name: string, start: number, end: number, tokens?: Token[], closing?: number];

// A writer keeps the templates that it has parsed. Administrators edit them, so each text gets a writer of its own.
const parsed = (template: string): readonly Token[] => new mustache.Writer().parse(template);

/** The library names the end of the text if a section or tag is not closed. People look for its beginning. */
function syntaxMistake(template: string, error: unknown): PlaceholderMistake {
  const [, kind, name = '', at] = /^(Unclosed tag|Unopened section|Unclosed section)(?: "(.*)")? at (\d+)$/s.exec(
    messageOf(error),
  ) ?? [undefined, '', '', '0'];
  const index = Number(at);
  const shown = clipped(name, 60);
  switch (kind) {
    case 'Unclosed tag':
      return { index: template.lastIndexOf('{{', index), message: 'This {{ is not closed. Write }} after the name.' };
    case 'Unopened section':
      return {
        index,
        message: `{{/${shown}}} ends a section that does not begin. Delete it, or write {{#${shown}}} before it.`,
      };
    default: {
      const begin = [...template.matchAll(/\{\{\s*[#^]([^{}]*)\}\}/g)].findLast(
        ([, found = '']) => found.trim() === name,
      );
      return { index: begin?.index ?? 0, message: `The section ${shown} does not end. Write {{/${shown}}} after it.` };
    }
  }
}

function unknownName(name: string, names: PlaceholderNames): string {
  const known = Object.keys(names);
  return `"${clipped(name, 60)}" is unknown here. The nearest name is ${nearestOf(known, name)}; all names: ${known.join(', ')}.`;
}

function tokenMistake([type, name]: Token, names: PlaceholderNames): string | undefined {
  const shown = clipped(name, 60);
  const value = Object.hasOwn(names, name) ? names[name] : undefined;
  switch (type) {
    case 'text':
    case '!':
      return undefined;
    case '>':
      return `{{>${shown}}} includes another template, which is not supported. Write its text here.`;
    case '=':
      return 'Other delimiters than {{ and }} are not supported. Delete this tag.';
    case '&':
      return `{{{${shown}}}} and {{&${shown}}} would insert text as HTML. Write {{${shown}}}.`;
    case 'name':
      if (typeof value === 'object')
        return `"${shown}" is a list. Write {{#${shown}}} before what each entry shows, and {{/${shown}}} after it.`;
      return value === undefined ? unknownName(name, names) : undefined;
    default:
      return value === undefined ? unknownName(name, names) : undefined;
  }
}

function* tokenMistakes(tokens: readonly Token[], names: PlaceholderNames): Generator<PlaceholderMistake> {
  for (const token of tokens) {
    const message = tokenMistake(token, names);
    if (message !== undefined) yield { index: token[2], message };
    const [type, name, , , children] = token;
    if (children === undefined) continue;
    const value = names[name];
    yield* tokenMistakes(children, type === '#' && typeof value === 'object' ? { ...names, ...value } : names);
  }
}

/** The maximum number of sections around a section: far more than any template needs. */
const maxDepth = 100;

/** The first section that is nested too deeply to be parsed. */
function tooDeepSection(template: string): PlaceholderMistake | undefined {
  let depth = 0;
  for (const { index, 1: kind } of template.matchAll(/\{\{\s*([#^/])/g)) {
    depth += kind === '/' ? -1 : 1;
    if (depth > maxDepth)
      return { index, message: `This section is in more than ${maxDepth} other sections. Remove some of them.` };
  }
  return undefined;
}

/** All mistakes in the tags of a template, in their order. */
export function placeholderMistakes(template: string, names: PlaceholderNames): PlaceholderMistake[] {
  const tooDeep = tooDeepSection(template);
  if (tooDeep !== undefined) return [tooDeep];
  let tokens: readonly Token[];
  try {
    tokens = parsed(template);
  } catch (error) {
    return [syntaxMistake(template, error)];
  }
  return [...tokenMistakes(tokens, names)];
}

function* tagsOfSections(template: string, tokens: readonly Token[]): Generator<SectionTag> {
  for (const [, , start, end, children, closing] of tokens) {
    if (children === undefined || closing === undefined) continue;
    yield { kind: 'begin', start, end };
    yield* tagsOfSections(template, children);
    yield { kind: 'end', start: closing, end: template.indexOf('}}', closing) + 2 };
  }
}

/** The tags of all sections, in their order, of a template without mistakes. */
export const sectionTags = (template: string): SectionTag[] => [...tagsOfSections(template, parsed(template))];

/** Fills in a template without mistakes. `escaped` turns a value into text of the template's format. */
export const fillIn = (template: string, values: object, escaped: (value: string) => string): string =>
  new mustache.Writer().render(template, values, undefined, { escape: escaped });
