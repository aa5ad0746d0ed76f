import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { cutCycles, type Link } from '../cut-cycles.ts';
import type { SkosResource } from './skos-collector.ts';

/** The parents of a concept by address, each with the line that states it first. */
type Above = Map<string, Link>;

function addLink(above: Above, link: Link): void {
  if (!above.has(link.address)) above.set(link.address, link);
}

/** All parents of each concept, whether stated by the concept or by the parent. */
function* linksUpward(concepts: readonly SkosResource[]): CooperativeTask<ReadonlyMap<string, Above>> {
  const links = new Map<string, Above>();
  yield* forEachCooperatively(concepts, (concept) => {
    const above: Above = new Map();
    for (const link of concept.above) addLink(above, link);
    links.set(concept.address, above);
  });
  yield* forEachCooperatively(concepts, ({ address, below }) => {
    for (const { address: child, line } of below) {
      const above = links.get(child);
      if (above !== undefined) addLink(above, { address, line });
    }
  });
  return links;
}

/** The first parent of each concept, and the line that states it. */
function* firstParents(
  links: ReadonlyMap<string, Above>,
  file: string,
  notes: Notes,
): CooperativeTask<Map<string, Link>> {
  const parents = new Map<string, Link>();
  yield* forEachCooperatively(links, ([address, above]) => {
    const [parent, ...others] = [...above.values()].filter((link) => links.has(link.address));
    if (parent !== undefined) parents.set(address, parent);
    for (const { line } of others) {
      notes.add(file, line, 'left-out', 'a second parent of a concept; the concept is shown below the first one only');
    }
  });
  return parents;
}

/**
 * The parent of each concept, by its `skos:broader` or the parent's `skos:narrower`. Because a value list is a tree, uses only
 * the first of several parents, cuts cycles, and leaves out concepts that are not in the file. Reports all of this. Concepts
 * directly below a scheme are top-level entries.
 */
export function* skosParents(
  concepts: readonly SkosResource[],
  schemes: readonly SkosResource[],
  file: string,
  notes: Notes,
): CooperativeTask<Map<string, Link>> {
  const links = yield* linksUpward(concepts);
  const known = new Set([...links.keys(), ...schemes.map(({ address }) => address)]);
  yield* forEachCooperatively(concepts, ({ above, below }) => {
    for (const { address, line } of [...above, ...below]) {
      if (!known.has(address)) notes.add(file, line, 'left-out', 'a parent or child concept is not in this file');
    }
  });
  const parents = yield* firstParents(links, file, notes);
  yield* cutCycles(parents, file, notes);
  return parents;
}
