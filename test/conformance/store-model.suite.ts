import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change, Collection, Range, Store } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { aGroup, type OpenStore } from './opened-store.ts';

type Step =
  | { readonly does: 'put'; readonly key: string; readonly text: string }
  | { readonly does: 'delete'; readonly key: string }
  | { readonly does: 'read'; readonly range: Range };

interface PlannedChange {
  readonly steps: readonly Step[];
  readonly fails: boolean;
}

const character = fc.constantFrom('a', 'b', '/', '!', 'ä', 'a\u0308', '\uff21', '\uffff', '😀', '\u{10ffff}');
const key = fc.array(character, { minLength: 1, maxLength: 3 }).map((characters) => characters.join(''));
const range = fc.record(
  { prefix: character, after: key, limit: fc.integer({ min: 0, max: 5 }) },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<Range>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('put' as const), key, text: fc.string() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), key }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('read' as const), range }) },
);
const plan: fc.Arbitrary<PlannedChange> = fc.record({
  steps: fc.array(step, { maxLength: 8 }),
  fails: fc.boolean(),
});

type Model = Map<string, string>;

function expected(model: Model, { prefix = '', after, limit }: Range): string[] {
  const isBehind = (candidate: string) =>
    after === undefined || Buffer.compare(Buffer.from(candidate), Buffer.from(after)) > 0;
  return [...model.keys()]
    .filter((candidate) => candidate.startsWith(prefix) && isBehind(candidate))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .slice(0, limit);
}

async function compare(groups: Collection<ReturnType<typeof aGroup>>, model: Model, within: Range): Promise<void> {
  const keys = expected(model, within);
  expect(await collect(groups.keys(within))).toEqual(keys);
  expect(await collect(groups.entries(within))).toEqual(keys.map((name) => [name, aGroup(model.get(name) ?? '')]));
}

/** Takes the steps in the change and in the model alike. */
async function takeSteps(change: Change, model: Model, steps: readonly Step[]): Promise<void> {
  for (const taken of steps) {
    switch (taken.does) {
      case 'put':
        change.groups.put(taken.key, aGroup(taken.text));
        model.set(taken.key, taken.text);
        break;
      case 'delete':
        change.groups.delete(taken.key);
        model.delete(taken.key);
        break;
      case 'read':
        await compare(change.groups, model, taken.range);
    }
  }
}

/** Gives what the model holds after the planned change. */
async function carryOut(store: Store, model: Model, { steps, fails }: PlannedChange): Promise<Model> {
  const draft: Model = new Map(model);
  const changed = store.change(async (change) => {
    await takeSteps(change, draft, steps);
    if (fails) throw new Error('planned');
  });
  if (!fails) {
    await changed;
    return draft;
  }
  await expect(changed).rejects.toThrow('planned');
  return model;
}

export function describeModel(open: OpenStore): void {
  test('any run of changes leaves what a plain map would hold', async () => {
    const plans = fc.array(plan, { maxLength: 8 });
    const ranges = fc.array(range, { maxLength: 4 });
    const property = fc.asyncProperty(plans, ranges, async (changes, reads) => {
      const { store, cleanup } = await open();
      try {
        let model: Model = new Map();
        for (const change of changes) model = await carryOut(store, model, change);
        for (const within of [{}, ...reads]) await compare(store.groups, model, within);
      } finally {
        await cleanup();
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });
}
