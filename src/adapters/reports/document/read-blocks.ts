import type { HtmlElement, HtmlNode } from '../template/html-tree.ts';
import { readStyle } from '../template/style.ts';
import type { Block, Cell, Heading, List, ListItem, Row, Table } from './blocks.ts';
import { inlineRuns } from './inline-runs.ts';

const elementsIn = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => ('name' in node ? [node] : []));

const styleOf = ({ name, attributes }: HtmlElement) => readStyle(attributes['style'] ?? '', name).style;

function listOf({ name, children }: HtmlElement): List {
  return { kind: 'list', isOrdered: name === 'ol', items: elementsIn(children).map(itemOf) };
}

const itemOf = ({ children }: HtmlElement): ListItem => ({
  runs: inlineRuns(children),
  lists: elementsIn(children)
    .filter(({ name }) => name === 'ul' || name === 'ol')
    .map(listOf),
});

function cellOf(element: HtmlElement): Cell {
  const { width } = styleOf(element);
  return {
    isHeader: element.name === 'th',
    scope: element.attributes['scope'] === 'row' ? 'Row' : 'Column',
    ...(width === undefined ? {} : { width }),
    runs: inlineRuns(element.children),
  };
}

const rowOf = ({ children }: HtmlElement): Row => elementsIn(children).map(cellOf);

function tableOf({ children }: HtmlElement): Table {
  const parts = elementsIn(children).flatMap((part) =>
    part.name === 'tr'
      ? [{ isHead: false, row: part }]
      : elementsIn(part.children).map((row) => ({ isHead: part.name === 'thead', row })),
  );
  const rows = (head: boolean): Row[] => parts.filter(({ isHead }) => isHead === head).map(({ row }) => rowOf(row));
  return { kind: 'table', head: rows(true), body: rows(false) };
}

function blocksOf(element: HtmlElement): Block[] {
  const { name, children } = element;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return [{ kind: 'heading', level: Number(name[1]) as Heading['level'], runs: inlineRuns(children) }];
    case 'p':
      return [{ kind: 'paragraph', runs: inlineRuns(children) }];
    case 'ul':
    case 'ol':
      return [listOf(element)];
    case 'table':
      return [tableOf(element)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'head':
      return [];
    default:
      return readBlocks(children);
  }
}

/** Whether there is something to show. */
function isFilled(block: Block): boolean {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.runs.length > 0;
    case 'list':
      return block.items.length > 0;
    case 'table':
      return block.body.length > 0;
    default:
      return true;
  }
}

/** The blocks of a report. Empty ones, such as a table that has only a head, are left out. */
export const readBlocks = (nodes: readonly HtmlNode[]): Block[] =>
  elementsIn(nodes).flatMap((element) => {
    const blocks = blocksOf(element).filter(isFilled);
    return styleOf(element).startsPage ? [{ kind: 'page-break' }, ...blocks] : blocks;
  });
