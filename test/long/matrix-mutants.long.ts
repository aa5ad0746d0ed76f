import { describe, expect, test } from 'vitest';
import { openMatrix, tabled, tables } from '../matrix/matrix.ts';
import { makeMutant } from '../matrix/mutant.ts';
import {
  group,
  mutants,
  node,
  type Replacement,
  signInByApp,
  withoutNodeChecks,
  withoutOperationChecks,
} from '../matrix/mutants.ts';
import { type WorldKind, worldKinds } from '../matrix/world.ts';

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

/** The operations of a program in whose tables nothing is missed, as the callers on one kind of server see them. */
async function unnoticedBy(kind: WorldKind, program: string, keys: readonly string[]): Promise<string[]> {
  const matrix = await openMatrix(program, { kinds: [kind] });
  try {
    const found: string[] = [];
    for (const key of keys) if (!(await matrix.differs(key))) found.push(key);
    return found;
  } finally {
    await matrix.close();
  }
}

/** The operations in whose tables nothing is missed. Each kind of server is started for what was not found out before. */
async function unnoticed(keys: readonly string[], ...replacements: readonly Replacement[]): Promise<string[]> {
  const { program, remove } = await makeMutant(replacements);
  try {
    let left = destroyingLast(keys);
    for (const kind of worldKinds) if (left.length > 0) left = await unnoticedBy(kind, program, left);
    return left;
  } finally {
    await remove();
  }
}

describe('a program without one of its checks', () => {
  test('is compared by tables that the program with all of them fits', async () => {
    const keys = [...new Set(mutants.map(({ seenIn }) => seenIn))];
    expect(await unnoticed(keys)).toEqual(destroyingLast(keys));
  });

  test('is found out in every table, where nobody asks who may try an operation', async () => {
    const keys = tabled.filter(isRefusing);
    expect(keys.length).toBeGreaterThan(30);
    expect(await unnoticed(keys, withoutOperationChecks)).toEqual([]);
  });

  test('is found out in every table of nodes, where nobody asks for rights on them', async () => {
    // The dictionary lies beside the nodes, and is nobody's.
    const keys = tabled.filter((key) => /\/node\/v1\/nodes|download|preview/.test(key));
    expect(keys.length).toBeGreaterThan(14);
    expect(await unnoticed(keys, ...withoutNodeChecks)).toEqual([]);
  });

  test.each(mutants.map(({ check, seenIn, replacements }) => [check, seenIn, replacements] as const))(
    'is found out: «%s» is missed in the table of %s',
    async (_, seenIn, replacements) => {
      expect(await unnoticed([seenIn], ...replacements)).toEqual([]);
    },
  );
});
