import { contentHashOf, propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import { onOneLine } from '../print/printable.ts';

/** Properties with their values; a name occurs once. */
export type Properties = readonly (readonly [name: string, values: readonly string[]])[];

/** What the server computes. It says nothing about what a person wrote. */
const computed =
  /^(?:sys:|virtual:|cm:(?:created|creator|modified|modifier|versionLabel)|cclom:location$)|_DISPLAYNAME$|_LONG$/;

const nothing = '(nothing)';
const shownValues = (values: readonly string[] | undefined): string =>
  values === undefined || values.length === 0 ? nothing : onOneLine(values.join(' | '));

/** One line for each property that differs: its name, what it was, and what it is. */
export function propertyChanges(before: Properties, after: Properties): string[] {
  const [old, now] = [new Map(before), new Map(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  const lines: string[] = [];
  for (const name of names) {
    const [was, is] = [shownValues(old.get(name)), shownValues(now.get(name))];
    if (was !== is && !computed.test(name)) lines.push(`  ${name}: ${was} -> ${is}`);
  }
  return lines;
}

/** The same for two states of a node. Says too that the content is another one. */
export function nodeChanges(before: RepositoryNode, after: RepositoryNode): string[] {
  const changes = propertyChanges(propertiesOf(before), propertiesOf(after));
  return contentHashOf(before) === contentHashOf(after) ? changes : [...changes, '  content: replaced'];
}
