import { nearestOf } from '../../../base/nearest.ts';
import type { HtmlElement, HtmlMistake, HtmlNode } from './html-tree.ts';
import { linkAddress } from './link-address.ts';
import { readStyle } from './style.ts';

const inline = ['a', 'strong', 'em', 'br'];
const blocks = ['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'table', 'hr', 'div'];

interface Rule {
  /** The elements that it may contain. */
  readonly elements: readonly string[];
  readonly text: boolean;
}

const withText = (elements: readonly string[]): Rule => ({ elements, text: true });
const withoutText = (elements: readonly string[]): Rule => ({ elements, text: false });

/** What each element may contain. */
const rules: Readonly<Record<string, Rule>> = {
  html: withoutText(['head', 'body']),
  head: withoutText(['meta', 'title']),
  title: withText([]),
  meta: withoutText([]),
  body: withoutText(blocks),
  div: withoutText(blocks),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'p', 'th', 'td'].map((name) => [name, withText(inline)])),
  ul: withoutText(['li']),
  ol: withoutText(['li']),
  li: withText([...inline, 'ul', 'ol']),
  table: withoutText(['thead', 'tbody', 'tr']),
  thead: withoutText(['tr']),
  tbody: withoutText(['tr']),
  tr: withoutText(['th', 'td']),
  a: withText(['strong', 'em', 'br']),
  strong: withText(inline),
  em: withText(inline),
  br: withoutText([]),
  hr: withoutText([]),
};

const top = withoutText(['html', ...blocks]);

/**
 * Stands for a section of the template in the tree that is checked. It may contain what the element around it may contain.
 * Not a name that can be typed.
 */
export const sectionElement = 's\u0001';

const attributes: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  meta: ['charset'],
  a: ['href'],
  th: ['scope', 'style'],
  td: ['style'],
  ...Object.fromEntries([...blocks, 'tr'].map((name) => [name, ['style']])),
};

const loading = new Set([
  'script',
  'style',
  'img',
  'link',
  'iframe',
  'object',
  'embed',
  'video',
  'audio',
  'svg',
  'base',
]);

function unknownElement(name: string): string {
  if (loading.has(name)) {
    return `<${name}> is not supported: a report contains only text, and loads nothing. Delete it.`;
  }
  return `<${name}> is not supported. The nearest element is <${nearestOf(Object.keys(rules), name)}>; all elements: ${Object.keys(rules).join(', ')}.`;
}

function misplaced(name: string, rule: Rule, parent: string | undefined): string {
  const place = parent === undefined ? 'here' : `in <${parent}>`;
  const allowed = rule.elements.map((element) => `<${element}>`).join(', ');
  return `<${name}> is not allowed ${place}. Allowed there: ${[...(rule.text ? ['text'] : []), allowed].filter(Boolean).join(', ') || 'nothing'}.`;
}

const isAllowedAddress = (value: string): boolean =>
  /^\{\{[^{}#^/]+\}\}$/.test(value) || (!value.includes('{{') && linkAddress(value) !== undefined);

function attributeMistake(element: string, name: string, value: string): string | undefined {
  const allowed = attributes[element] ?? [];
  if (!allowed.includes(name)) {
    const known = allowed.length === 0 ? 'It has no attributes' : `Its attributes: ${allowed.join(', ')}`;
    return `The attribute ${name} of <${element}> is not supported. ${known}.`;
  }
  switch (name) {
    case 'href':
      return isAllowedAddress(value)
        ? undefined
        : 'The address in href must begin with https:, http: or mailto:, or be one placeholder such as {{url}}.';
    case 'scope':
      return ['col', 'row'].includes(value) ? undefined : 'The attribute scope must be "col" or "row".';
    case 'charset':
      return value.toLowerCase() === 'utf-8' ? undefined : 'Save the template as UTF-8, and write charset="utf-8".';
    case 'style':
      return readStyle(value, element).mistake;
    default:
      return undefined;
  }
}

const isElement = (node: HtmlNode): node is HtmlElement => 'name' in node;

function* elementMistakes(element: HtmlElement, rule: Rule, parent: string | undefined): Generator<HtmlMistake> {
  const { name, index, children } = element;
  if (name === sectionElement) {
    yield* nodeMistakes(children, rule, parent);
    return;
  }
  const own = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (own === undefined) {
    yield { index, message: unknownElement(name) };
    return;
  }
  if (!rule.elements.includes(name)) yield { index, message: misplaced(name, rule, parent) };
  for (const [attribute, value] of Object.entries(element.attributes)) {
    const message = attributeMistake(name, attribute, value);
    if (message !== undefined) yield { index, message };
  }
  yield* nodeMistakes(children, own, name);
}

function* nodeMistakes(nodes: readonly HtmlNode[], rule: Rule, parent?: string): Generator<HtmlMistake> {
  for (const node of nodes) {
    if (isElement(node)) yield* elementMistakes(node, rule, parent);
    else if (!rule.text && node.text.trim() !== '') {
      const index = node.index + node.text.search(/\S/);
      yield {
        index,
        message: `Text is not allowed ${parent === undefined ? 'here' : `directly in <${parent}>`}. Put it into an element such as <p>, <li> or <td>.`,
      };
    }
  }
}

/** What a report cannot contain: unknown or misplaced elements and attributes, and addresses that are not links. */
export const htmlMistakes = (nodes: readonly HtmlNode[]): HtmlMistake[] => [...nodeMistakes(nodes, top)];
