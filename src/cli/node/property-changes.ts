import { contentHashOf, propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import { onOneLine } from '../print/printable.ts';

/** Property names with their values. Each name occurs once. */
export type Properties = readonly (readonly [name: string, values: readonly string[]])[];

const computed =
  /^(?:sys:|virtual:|cm:(?:created|creator|modified|modifier|versionLabel)|cclom:location$)|_DISPLAYNAME$|_LONG$/;

/** Whether the server computes a property. `propertyChanges` ignores these. */
export const isComputed = (property: string): boolean => computed.test(property);

const nothing = '(none)';
const shownValues = (values: readonly string[] | undefined): string =>
  values === undefined || values.length === 0 ? nothing : onOneLine(values.join(' | '));

/** One line per changed property: its name, the old value and the new value. */
export function propertyChanges(before: Properties, after: Properties): string[] {
  const [old, now] = [new Map(before), new Map(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  const lines: string[] = [];
  for (const name of names) {
    const [was, is] = [shownValues(old.get(name)), shownValues(now.get(name))];
    if (was !== is && !isComputed(name)) lines.push(`  ${name}: ${was} -> ${is}`);
  }
  return lines;
}

/** One line per changed property of a node, and one line if the content changed. */
export function nodeChanges(before: RepositoryNode, after: RepositoryNode): string[] {
  const changes = propertyChanges(propertiesOf(before), propertiesOf(after));
  return contentHashOf(before) === contentHashOf(after) ? changes : [...changes, '  content: replaced'];
}
