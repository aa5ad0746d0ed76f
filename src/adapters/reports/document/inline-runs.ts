import type { HtmlNode } from '../template/html-tree.ts';
import { linkAddress } from '../template/link-address.ts';
import { lineBreak, type Run } from './blocks.ts';

type Look = Omit<Run, 'text'>;

const plain: Look = { isBold: false, isItalic: false };

function lookIn(name: string, attributes: Readonly<Record<string, string>>, look: Look): Look {
  switch (name) {
    case 'strong':
      return { ...look, isBold: true };
    case 'em':
      return { ...look, isItalic: true };
    case 'a': {
      // A value that is no safe address appears as text only.
      const link = linkAddress(attributes['href'] ?? '');
      return link === undefined ? look : { ...look, link };
    }
    default:
      return look;
  }
}

function* runsIn(nodes: readonly HtmlNode[], look: Look): Generator<Run> {
  for (const node of nodes) {
    if ('text' in node) yield { text: node.text, ...look };
    else if (node.name === 'br') yield { text: lineBreak, ...look };
    else if (node.name !== 'ul' && node.name !== 'ol') {
      yield* runsIn(node.children, lookIn(node.name, node.attributes, look));
    }
  }
}

/**
 * What a font has no picture for and a reader does not miss: control characters, marks of direction, variants of emoji. The
 * joiners of Arabic and the signs that span Arabic numbers stay.
 */
const invisible = /[\p{Cc}\p{Variation_Selector}]|(?!\u200c|\u200d|[\u0600-\u0605\u06dd])\p{Cf}/gu;

const cleaned = (text: string): string =>
  text
    .replaceAll('\u2029', lineBreak)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(invisible, '')
    .toWellFormed()
    .normalize('NFC');

/** The texts in these elements, with white space as a browser shows it. */
export function inlineRuns(nodes: readonly HtmlNode[]): Run[] {
  const runs: Run[] = [];
  let last = lineBreak;
  for (const run of runsIn(nodes, plain)) {
    let text = cleaned(run.text).replaceAll(` ${lineBreak}`, lineBreak).replaceAll(`${lineBreak} `, lineBreak);
    if (text.startsWith(' ') && (last === ' ' || last === lineBreak)) text = text.slice(1);
    if (text === '') continue;
    runs.push({ ...run, text });
    last = text.at(-1) ?? last;
  }
  return withoutEnd(runs);
}

/** White space and line breaks at the end are not shown. */
function withoutEnd(runs: Run[]): Run[] {
  while (runs.length > 0) {
    const run = runs.pop() as Run;
    const text = run.text.replace(/(?<![ \u2028])[ \u2028]+$/, '');
    if (text !== '') return [...runs, { ...run, text }];
  }
  return [];
}
