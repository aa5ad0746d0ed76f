import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What tells an entry of a list from the others; the entry itself where it has none of these. */
const identifyingKeys = ['id', 'key', 'property', 'name', 'type', 'view'];

const identityOf = (entry: unknown): string => {
  if (!isTree(entry)) return JSON.stringify(entry) ?? '';
  const stated = identifyingKeys.map((key) => entry[key] ?? null);
  return JSON.stringify(stated.every((part) => part === null) ? entry : stated);
};

/** What a node of the document is now, and what it is to be. */
interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** The node with the comments about it, where another one takes its place. */
function inPlaceOf(node: Node, next: Node): Node {
  if (node.commentBefore) next.commentBefore = node.commentBefore;
  if (node.comment && isScalar(next)) next.comment = node.comment;
  if (node.spaceBefore) next.spaceBefore = true;
  return next;
}

const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);

function mergedMap(document: Document, node: YAMLMap, before: Tree, after: Tree): Node {
  node.items = node.items.filter((pair) => after[keyOf(pair)] !== undefined);
  for (const [key, value] of Object.entries(after)) {
    const pair = node.items.find((item) => keyOf(item) === key);
    if (pair === undefined) node.items.push(document.createPair(key, value));
    else if (isNode(pair.value)) pair.value = merged(document, pair.value, { before: before[key], after: value });
    else pair.value = document.createNode(value);
  }
  return node;
}

function mergedList(document: Document, node: YAMLSeq, before: readonly unknown[], after: readonly unknown[]): Node {
  const left = node.items.map((item, at) => ({ item: item as Node, before: before[at] }));
  node.items = after.map((value) => {
    const at = left.findIndex((entry) => identityOf(entry.before) === identityOf(value));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined
      ? document.createNode(value)
      : merged(document, found.item, { before: found.before, after: value });
  });
  return node;
}

/** The node as it is where nothing changes; else with as much of it as stays. */
function merged(document: Document, node: Node, { before, after }: Change): Node {
  if (isDeepStrictEqual(before, after)) return node;
  if (isMap(node) && isTree(before) && isTree(after)) return mergedMap(document, node, before, after);
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && node.items.length === before.length) {
    return mergedList(document, node, before, after);
  }
  return inPlaceOf(node, document.createNode(after, { aliasDuplicateObjects: false }));
}

/**
 * A YAML text with another content, in which everything that stays the same stands as it was written, with its comments.
 * `before` and `after` are the contents in the same form; where the text writes one shorter, its node is written anew if it
 * changes. Undefined for a text with anchors, in which one place stands for several.
 */
export function mergedText(text: string, before: Tree, after: Tree): string | undefined {
  const document = parseDocument(text);
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents) || /(?:^|[\s,[{:-])[&*][^\s,[\]{}]/m.test(text)) return undefined;
  if (isDeepStrictEqual(before, after)) return text;
  merged(document, contents as Node, { before, after });
  return document.toString({ lineWidth: 120 });
}
