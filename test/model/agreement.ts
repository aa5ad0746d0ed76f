import fc from 'fast-check';
import { makeFolder, newName } from '../support/trees.ts';
import { steps } from './commands.ts';
import { compareAll, compareSearch, compareVersions } from './compare.ts';
import { titles } from './creation.ts';
import { plant } from './planted.ts';
import { createReals, type Real } from './real.ts';
import { newTree, type Tree } from './tree.ts';

async function begin(real: Real): Promise<Tree> {
  const name = newName('top');
  const { top, ...tree } = newTree(name);
  real.ids.set(top, (await makeFolder(real.as('anna'), { name })).ref.id);
  await plant(tree, real, top, titles[0]);
  return tree;
}

async function compareAtLast(tree: Tree, real: Real): Promise<void> {
  await compareAll(tree, real);
  for (const node of tree.nodes) await compareVersions(node, real);
  for (const title of titles) await compareSearch(tree, real, title);
}

/**
 * Carries out random steps in a model and in real repositories, and compares them after every one; in the middle of each
 * run the repository is closed and opened again.
 */
export async function expectModelToAgree(runs: number): Promise<void> {
  const reals = createReals();
  try {
    await fc.assert(
      fc.asyncProperty(steps(24), steps(16), async (before, after) => {
        const real = await reals.next();
        const model = await begin(real);
        await fc.asyncModelRun(() => ({ model, real }), before);
        await real.restart();
        await compareAtLast(model, real);
        await fc.asyncModelRun(() => ({ model, real }), after);
        await compareAtLast(model, real);
      }),
      { numRuns: runs, endOnFailure: false },
    );
  } finally {
    await reals.close();
  }
}
