// The search index of edu-repo by itself, as the daemon uses it, over the documents of the search lines. Says what it measured in
// JSON on its last line. `lines/search-engine.ts` bundles it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSearchIndex } from '../../../src/adapters/search/search-index.ts';
import { cachedPerObject } from '../../../src/base/caching/cached-per-object.ts';
import { aclRootVisibility } from '../../../src/ports/access-filter.ts';
import {
  documentBatches,
  facetFields,
  facetValue,
  filteredField,
  isSeen,
  queries,
  warmUp,
} from './search-documents.mjs';
import { createStopwatch, timeEach } from './timing.mjs';

const [job, folder, documents, perKind] = process.argv.slice(2);
const fields = Object.keys(facetFields);
const warn = (message) => process.stderr.write(`${JSON.stringify(message)}\n`);
const log = { info: () => undefined, warn, error: warn };
const place = join(folder, 'subject');
await mkdir(place, { recursive: true });
// The same words come again and again: what is measured is finding them, not remembering what was found.
const open = () => openSearchIndex({ folder: place, log });

const indexed = ({ id, folder: parent, title, description, facets }) => ({
  id,
  aclRoot: parent,
  parent,
  owner: 'admin',
  name: '',
  title,
  description,
  keywords: '',
  text: '',
  properties: Object.fromEntries(fields.map((field, at) => [field, [facetValue(field, facets[at])]])),
});

async function build(count) {
  const index = await open();
  const watch = createStopwatch();
  let position = 0;
  for (const batch of documentBatches(count)) {
    const puts = batch.map(indexed);
    position += puts.length;
    await watch.time(() => {
      index.apply({ puts, removals: [] }, position);
      // What it does beside belongs to the building too.
      return new Promise((resolve) => setImmediate(resolve));
    });
  }
  await watch.time(atRest);
  await watch.time(() => index.save());
  return { ...watch.each(count), resident: residentAfterCleaning() };
}

const look = 10;

/** Resolves when nothing is merged any more: whatever goes on takes processor time. */
async function atRest() {
  for (let idle = 0; idle < 3; ) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, look));
    const { user, system } = process.cpuUsage(before);
    idle = user + system < 1000 ? idle + 1 : 0;
  }
}

function residentAfterCleaning() {
  for (let at = 0; at < 3; at += 1) globalThis.gc?.();
  return process.memoryUsage.rss();
}

/** A caller who may read seven of eight folders. */
const accessFilter = {
  owns: null,
  // The filters of the repository cache by the array, too.
  at: cachedPerObject((aclRoots) =>
    Uint8Array.from(aclRoots, (root) => (isSeen(root) ? aclRootVisibility.all : aclRootVisibility.nothing)),
  ),
};

const word = (text, match) => ({ kind: 'words', field: undefined, text, match });
const page = { skip: 0, limit: 10, accessFilter, facets: [] };
const counted = { ...page, facets: fields.map((property) => ({ property, limit: 10, minimum: 1 })) };

function kindsOf(index) {
  return {
    single: ({ words: [text] }) => index.search(word(text, 'exact'), page),
    and: ({ words }) => index.search({ kind: 'all', of: words.map((text) => word(text, 'exact')) }, page),
    prefix: ({ words: [text] }) => index.search(word(text, 'prefix'), page),
    typo: ({ words: [text] }) => index.search(word(text, 'loose'), page),
    facets: ({ words: [text] }) => index.search(word(text, 'exact'), counted),
    'facets and filter': ({ words: [text], filter }) => {
      const field = fields[filteredField];
      const wanted = { kind: 'value', field, value: facetValue(field, filter) };
      return index.search({ kind: 'all', of: [word(text, 'exact'), wanted] }, counted);
    },
  };
}

async function measure(count) {
  const index = await open();
  const [warming, measured] = [queries(warmUp, 1), queries(count, 2)];
  const told = {};
  const kinds = Object.entries(kindsOf(index));
  // All of them first, as they share code that is compiled for what it meets.
  for (const [kind, ask] of kinds) for (const query of warming[kind]) await ask(query);
  for (const [kind, ask] of kinds) told[kind] = await timeEach(measured[kind], ask);
  return told;
}

/** From nothing to a first answer. */
async function load() {
  const index = await open();
  const [query] = queries(1, 1).single;
  const { total } = await kindsOf(index).single(query);
  return { size: index.size, total };
}

/** What a process holds that has read the index and answered for a while. */
async function memory() {
  const index = await open();
  const asked = queries(warmUp, 1);
  for (const [kind, ask] of Object.entries(kindsOf(index))) for (const query of asked[kind]) await ask(query);
  return { size: index.size, resident: residentAfterCleaning() };
}

const jobs = { build: () => build(Number(documents)), query: () => measure(Number(perKind)), load, memory };
console.log(JSON.stringify(await jobs[job]()));
