import { type PlaceholderNames, placeholderMistakes, sectionTags } from '../../../base/placeholders.ts';
import { htmlMistakes, sectionElement } from './allowed-html.ts';
import { readHtml } from './html-tree.ts';

/** The first mistake in a template. */
export interface TemplateMistake {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Replaces a part of the template by a text that is at most as long. All lines and positions stay. */
const blank = (tag: string): string => tag.replace(/[^\n]/g, ' ');

function asElement(kind: 'begin' | 'end', tag: string): string {
  const name = kind === 'begin' ? `<${sectionElement}` : `</${sectionElement}`;
  return `${name}${blank(tag.slice(name.length, -1))}>`;
}

/**
 * The template with each section as an element, so that sections and elements must be nested, and without comments, which
 * may contain anything.
 */
function checkedSource(template: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { kind, start, end } of sectionTags(template)) {
    parts.push(template.slice(done, start), asElement(kind, template.slice(start, end)));
    done = end;
  }
  parts.push(template.slice(done));
  return parts.join('').replace(/\{\{\s*![^}]*\}\}/g, blank);
}

/** The first mistake in the template of a report with these names; undefined if it can be used. */
export function templateMistake(template: string, names: PlaceholderNames): TemplateMistake | undefined {
  const mistake = firstOf(placeholderMistakes(template, names)) ?? htmlMistake(template);
  if (mistake === undefined) return undefined;
  return { line: template.slice(0, mistake.index).split('\n').length, message: mistake.message };
}

interface Mistake {
  readonly index: number;
  readonly message: string;
}

function htmlMistake(template: string): Mistake | undefined {
  const { nodes, mistakes } = readHtml(checkedSource(template));
  return firstOf([...mistakes.map(aboutSections), ...htmlMistakes(nodes)]);
}

const firstOf = (mistakes: readonly Mistake[]): Mistake | undefined =>
  mistakes.toSorted((a, b) => a.index - b.index)[0];

/** A section that does not begin and end in the same element. */
const aboutSections = (mistake: Mistake): Mistake =>
  mistake.message.includes(sectionElement)
    ? {
        ...mistake,
        message: 'This section does not begin and end in the same element. Move {{#…}} or {{/…}} so that it does.',
      }
    : mistake;
