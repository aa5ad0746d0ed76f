import type fc from 'fast-check';
import { expect } from 'vitest';
import { compareAll, compareVersions } from './compare.ts';
import { type Real, statusOf } from './real.ts';
import { isGone, type Node, type Refusals, type Tree } from './tree.ts';

/** One step: how it is refused, what it does in the model, and how it is sent. */
interface Step {
  readonly refusals: Refusals;
  /** Resolves when it was answered. */
  send(): Promise<unknown>;
  /** Carries it out in the model; gives the node to be looked at closely. `answer` is what `send` resolved to. */
  carryOut(answer: unknown): Promise<Node | undefined> | Node | undefined;
}

/** Makes a step from the drawn numbers; undefined where there is nothing to do it with. */
type Draw = (model: Tree, real: Real) => Step | undefined;

/** A command of fast-check: the step is drawn from the tree as it is when its turn comes. */
export const command = (sentence: string, draw: Draw): fc.AsyncCommand<Tree, Real> => ({
  check: () => true,
  async run(model, real) {
    const step = draw(model, real);
    if (step === undefined) return;
    if (step.refusals.size > 0) {
      expect(step.refusals, sentence).toContain(await statusOf(step.send()));
    } else {
      const looked = await step.carryOut(await step.send());
      if (looked !== undefined) await compareVersions(looked, real);
    }
    await compareAll(model, real);
  },
  toString: () => sentence,
});

type Wanted = (node: Node) => boolean;

const any: Wanted = () => true;

/** Any node, and mostly one that is there and wanted: else most steps would be refused. */
export function pick(model: Tree, number: number, wanted: Wanted = any): Node {
  const likely = number % 8 === 0 ? [] : model.nodes.filter((node) => !isGone(node) && wanted(node));
  const among = likely.length > 0 ? likely : model.nodes;
  const node = among[number % among.length];
  if (node === undefined) throw new Error('The top folder is always there.');
  return node;
}

export const folder: Wanted = (node) => node.folder;
export const file: Wanted = (node) => !node.folder;

export const isTop = (node: Node): boolean => node.parent === null;
