import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { cutCircles, type Link } from '../cut-cycles.ts';
import type { SkosThing } from './skos-collector.ts';

/** What stands above a concept, by its address, with where that is said first. */
type Above = Map<string, Link>;

function addLink(above: Above, link: Link): void {
  if (!above.has(link.address)) above.set(link.address, link);
}

/** All that stands above each concept, whether it says so itself or the other does. */
function* linksUpward(concepts: readonly SkosThing[]): CooperativeTask<ReadonlyMap<string, Above>> {
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

/** The one parent of each concept, and the line that says so. */
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
      notes.add(file, line, 'left-out', 'a second concept above the same one; it is shown below the first only');
    }
  });
  return parents;
}

/**
 * The concept above each one, by `skos:broader` or the other's `skos:narrower`. A value list is a tree: of several the
 * first is taken, circles are cut, what is not in the file is left out, and each of these is told. What stands below a
 * scheme itself stands at the top.
 */
export function* skosParents(
  concepts: readonly SkosThing[],
  schemes: readonly SkosThing[],
  file: string,
  notes: Notes,
): CooperativeTask<Map<string, Link>> {
  const links = yield* linksUpward(concepts);
  const known = new Set([...links.keys(), ...schemes.map(({ address }) => address)]);
  yield* forEachCooperatively(concepts, ({ above, below }) => {
    for (const { address, line } of [...above, ...below]) {
      if (!known.has(address)) notes.add(file, line, 'left-out', 'a concept above or below is not in this file');
    }
  });
  const parents = yield* firstParents(links, file, notes);
  yield* cutCircles(parents, file, notes);
  return parents;
}
