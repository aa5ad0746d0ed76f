import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMatrix, tabled, tables } from '../matrix/matrix.ts';
import { type Mutants, makeMutants } from '../matrix/mutant.ts';
import { group, mutants, node, signInByApp, withoutNodeChecks, withoutOperationChecks } from '../matrix/mutants.ts';
import { type BegunWorlds, beginWorlds, type WorldKind, worldKinds } from '../matrix/world.ts';

/** Operations that refuse by other gates: what an application signs, and what the token endpoint is shown. */
const ownGates = new Set([signInByApp, 'POST /oauth2/token']);

/** Whom nobody keeps from trying these, the rights on both nodes keep from doing them, with the same answer. */
const guardedTwice = new Set([
  `POST ${node}/children/_copy`,
  `POST ${node}/children/_move`,
  // The own home folder, which only people have.
  'POST /search/v1/queries/{repository}/{metadataset}/{query}/save',
]);

const isRefusing = (key: string): boolean =>
  /\b40[13]\b/.test(tables[key] ?? '') && !ownGates.has(key) && !guardedTwice.has(key);

/** What takes something away comes last: a program that lets everybody do so takes away what others need. */
const destroyingLast = (keys: readonly string[]): string[] => {
  const rank = (key: string): number => (key === `DELETE ${group}` ? 2 : Number(key.startsWith('DELETE')));
  return keys.toSorted((a, b) => rank(a) - rank(b));
};

let built: Mutants;
let begun: BegunWorlds;

beforeAll(async () => {
  built = await makeMutants([[withoutOperationChecks], withoutNodeChecks, ...mutants.map((each) => each.replacements)]);
  begun = await beginWorlds(built.program);
});
afterAll(async () => {
  await begun.remove();
  await built.remove();
});

/** The numbers of mutants: those of single checks come after the two without all. */
const none = 0;
const ofOperations = 1;
const ofNodes = 2;
const firstCheck = 3;

/** The operations of a mutant in whose tables nothing is missed, as the callers on one kind of server see them. */
async function unnoticedBy(kind: WorldKind, mutant: number, keys: readonly string[]): Promise<string[]> {
  const matrix = await openMatrix(built.program, { kinds: [kind], mutant, begun });
  try {
    const found: string[] = [];
    for (const key of keys) if (!(await matrix.differs(key))) found.push(key);
    return found;
  } finally {
    await matrix.close();
  }
}

/** The operations in whose tables nothing is missed. Each kind of server is started for what was not found out before. */
async function unnoticed(keys: readonly string[], mutant: number): Promise<string[]> {
  let left = destroyingLast(keys);
  for (const kind of worldKinds) if (left.length > 0) left = await unnoticedBy(kind, mutant, left);
  return left;
}

describe('a program without one of its checks', () => {
  test('is compared by tables that the program with all of them fits', async () => {
    const keys = [...new Set(mutants.map(({ seenIn }) => seenIn))];
    expect(await unnoticed(keys, none)).toEqual(destroyingLast(keys));
  });

  test('is found out in every table, where nobody asks who may try an operation', async () => {
    const keys = tabled.filter(isRefusing);
    expect(keys.length).toBeGreaterThan(30);
    expect(await unnoticed(keys, ofOperations)).toEqual([]);
  });

  test('is found out in every table of nodes, where nobody asks for rights on them', async () => {
    // The dictionary lies beside the nodes, and is nobody's.
    const keys = tabled.filter((key) => /\/node\/v1\/nodes|download|preview/.test(key));
    expect(keys.length).toBeGreaterThan(14);
    expect(await unnoticed(keys, ofNodes)).toEqual([]);
  });

  test.each(mutants.map(({ check, seenIn }, at) => [check, seenIn, at] as const))(
    'is found out: «%s» is missed in the table of %s',
    async (_, seenIn, at) => {
      expect(await unnoticed([seenIn], firstCheck + at)).toEqual([]);
    },
  );
});
