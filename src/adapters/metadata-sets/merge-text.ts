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
import { isTree, type Tree } from './yaml-text.ts';

/** The keys that identify an entry of a list. An entry without any of these is compared as a whole. */
const identifyingKeys = ['id', 'key', 'property', 'name', 'type', 'view'];

const identityOf = (entry: unknown): string => {
  if (!isTree(entry)) return JSON.stringify(entry) ?? '';
  const stated = identifyingKeys.map((key) => entry[key] ?? null);
  return JSON.stringify(stated.every((part) => part === null) ? entry : stated);
};

/** The current and the new value of a node in the document. */
interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** Moves the comments of a node to the node that replaces it. */
function withComments(node: Node, replacement: Node): Node {
  if (node.commentBefore) replacement.commentBefore = node.commentBefore;
  if (node.comment && isScalar(replacement)) replacement.comment = node.comment;
  if (node.spaceBefore) replacement.spaceBefore = true;
  return replacement;
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
  const unmatched = node.items.map((item, at) => ({ item: item as Node, before: before[at] }));
  node.items = after.map((value) => {
    const at = unmatched.findIndex((entry) => identityOf(entry.before) === identityOf(value));
    const [match] = at < 0 ? [] : unmatched.splice(at, 1);
    return match === undefined
      ? document.createNode(value)
      : merged(document, match.item, { before: match.before, after: value });
  });
  return node;
}

/** The node with the changed value. Its unchanged parts stay as they are. */
function merged(document: Document, node: Node, { before, after }: Change): Node {
  if (isDeepStrictEqual(before, after)) return node;
  if (isMap(node) && isTree(before) && isTree(after)) return mergedMap(document, node, before, after);
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && node.items.length === before.length) {
    return mergedList(document, node, before, after);
  }
  return withComments(node, document.createNode(after, { aliasDuplicateObjects: false }));
}

/**
 * A YAML text with new content. Unchanged parts keep their form and comments. `before` and `after` are the contents in the
 * same normalized form; a node in shorthand form is rewritten if it changes. Undefined for a text with anchors, because one
 * change would affect several values.
 */
export function mergedText(text: string, before: Tree, after: Tree): string | undefined {
  const document = parseDocument(text);
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents) || /(?:^|[\s,[{:-])[&*][^\s,[\]{}]/m.test(text)) return undefined;
  if (isDeepStrictEqual(before, after)) return text;
  merged(document, contents as Node, { before, after });
  return document.toString({ lineWidth: 120 });
}
