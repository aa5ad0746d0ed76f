import fc from 'fast-check';
import { RepositoryError } from '../../src/base/errors/errors.ts';
import type { Caller } from '../../src/domain/access/caller.ts';
import type { NodeRecord } from '../../src/domain/nodes/records.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { expectSame } from '../support/expect-same.ts';
import { childrenSeen, counted, ending, found, highlight, may, named } from './brute-force.ts';
import { type BuiltSchool, buildSchool, writeTexts } from './built-school.ts';
import { type Asker, askers, queryOf, type School, type Sought, school, sought, step, words } from './school.ts';

const page = { skip: 0, limit: 1000 };

async function endingOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof RepositoryError) return error.code;
    throw error;
  }
}

const numbersOf = (built: BuiltSchool, ids: readonly NodeRecord['id'][]): number[] =>
  ids.map((id) => built.ids.indexOf(id)).toSorted((a, b) => a - b);

/** Every node by itself, and every folder's list. */
async function compareNodes(now: School, built: BuiltSchool, asker: Asker, caller: Caller): Promise<void> {
  const { rights, listings } = built.services;
  for (const [at, id] of built.ids.entries()) {
    const told = {
      read: await endingOf(rights.node(caller, id, 'ReadProperties')),
      content: await endingOf(rights.node(caller, id, 'ReadContent')),
      list: await endingOf(rights.node(caller, id, 'ReadChildren')),
    };
    const expected = {
      read: ending(now, asker, at, 'R'),
      content: ending(now, asker, at, 'T'),
      list: ending(now, asker, at, 'C'),
    };
    expectSame(told, expected);
    if (now.nodes[at]?.folder !== true || !may(now, asker, at, 'C')) continue;
    const children = await listings.children(caller, id, page);
    const seen = childrenSeen(now, asker, at);
    const listed = children.items.map((child) => child.id);
    expectSame([numbersOf(built, listed), children.total], [seen, seen.length]);
  }
}

/** A search with its total, facets, passages and paths, and a page of it. */
async function compareSearch(
  now: School,
  built: BuiltSchool,
  { asker, caller, wanted }: { readonly asker: Asker; readonly caller: Caller; readonly wanted: Sought },
): Promise<void> {
  const facets = ['cclom:title', 'cclom:general_keyword'].map((property) => ({ property, limit: 10_000, minimum: 1 }));
  const query = queryOf(wanted);
  const all = await built.services.search.nodes(caller, query, { ...page, facets, highlight: true });
  const expected = found(now, asker, wanted);
  expectSame([query, numbersOf(built, all.ids), all.total], [query, expected, expected.length]);
  const counts = all.facets.map(({ values }) => Object.fromEntries(values.map(({ value, count }) => [value, count])));
  expectSame(counts, [counted(now, expected, 'title'), counted(now, expected, 'keyword')]);
  const shown = all.highlights.map(({ folder, passages }) => ({
    folder,
    passages: passages.map((parts) =>
      parts.map(({ text, found: isMarked }) => (isMarked ? text : `not ${text}`)).join(),
    ),
  }));
  expectSame([query, ...shown], [query, ...all.ids.map((id) => highlight(now, asker, built.ids.indexOf(id), wanted))]);
  const second = await built.services.search.nodes(caller, query, { skip: 1, limit: 2 });
  expectSame([second.total, ...second.ids], [expected.length, ...all.ids.slice(1, 3)]);
}

/** Of each kind, ten nodes are suggested at most. */
const maxSuggested = 10;

/** What is suggested for the beginning of a word. */
async function compareSuggestions(now: School, built: BuiltSchool, asker: Asker, caller: Caller): Promise<void> {
  /** On a busy machine, the first answer may come before all names are read. */
  const suggest = async (text: string) => {
    const kinds = ['file', 'folder'] as const;
    for (;;) {
      const answer = await built.services.nameSuggestions.suggest(caller, { text, kinds, language: 'de' });
      if (answer.isComplete) return answer;
    }
  };
  for (const word of words) {
    const { suggestions } = await suggest(word.slice(0, 3));
    for (const kind of ['file', 'folder'] as const) {
      const ofKind = suggestions.filter((suggestion) => suggestion.kind === kind);
      const told = numbersOf(
        built,
        ofKind.map(({ id }) => id as NodeRecord['id']),
      );
      const expected = named(now, asker, word).filter((at) => now.nodes[at]?.folder === (kind === 'folder'));
      expectSame(told.length, Math.min(expected.length, maxSuggested));
      expectSame(told, expected.length > maxSuggested ? told.filter((at) => expected.includes(at)) : expected);
    }
  }
}

async function compareAll(now: School, built: BuiltSchool, queries: readonly Sought[]): Promise<void> {
  for (const asker of askers) {
    const caller = await built.callerOf(asker);
    await compareNodes(now, built, asker, caller);
    await compareSuggestions(now, built, asker, caller);
    for (const wanted of queries) await compareSearch(now, built, { asker, caller, wanted });
  }
}

/** Reads that are on their way while something changes: what they find out must not outlive the change. */
const readMeanwhile = async (built: BuiltSchool, wanted: Sought): Promise<void> => {
  const callers = await Promise.all(askers.map(built.callerOf));
  await Promise.allSettled(
    callers.flatMap((caller) => [
      built.services.search.nodes(caller, queryOf(wanted), page),
      ...built.ids.map((id) => built.services.rights.node(caller, id, 'ReadProperties')),
    ]),
  );
};

/**
 * Random schools, in which things happen: each time, everybody's calls for every node, lists, search hits, totals and facets
 * are what a slow reading of the rules says. `newSeams` gives an empty store each time.
 */
export async function expectAgreement(
  cases: number,
  newSeams: () => Promise<Seams>,
  close: (seams: Seams) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const property = fc.asyncProperty(
    school,
    fc.array(step, { maxLength: 3 }),
    fc.array(sought, { minLength: 1, maxLength: 2 }),
    async (begun, steps, queries) => {
      const seams = await newSeams();
      try {
        const built = await buildSchool(begun, seams, await writeTexts(seams.content));
        await compareAll(begun, built, queries);
        let now = begun;
        for (const next of steps) {
          const reading = readMeanwhile(built, { is: 'everything' });
          now = await built.take(now, next);
          await reading;
          await compareAll(now, built, queries);
        }
      } finally {
        await close(seams);
      }
    },
  );
  const { stackTraceLimit } = Error;
  // Most calls are refused, and nobody reads where: noting it took a sixth of the time.
  Error.stackTraceLimit = 0;
  try {
    await fc.assert(property, { numRuns: cases });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
