import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '../program/context.ts';
import type { HitFinder } from './last-hits.ts';

/**
 * Finds the hits of the running command; `withHits` sets it. Addresses are parsed in many places, also while a command runs, so the
 * hits are not passed to each of them.
 */
export const hitFinder = new AsyncLocalStorage<HitFinder>();

const numberForm = /^(?:repo:)?@(\d{1,9})(?=\/|$)/;

/** Whether the text is the number of a hit, such as `@2`, or a path below it. */
export const namesHit = (text: string): boolean => numberForm.test(text);

/** Runs `work`, in which the numbers of hits are addresses if one of the texts has such a number. */
export async function withHits<T>(
  texts: readonly unknown[],
  context: Pick<Context, 'globals' | 'environment' | 'stdin' | 'output'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!texts.some((text) => typeof text === 'string' && namesHit(text))) return work();
  const { readLastHits } = await import('./last-hits.ts');
  const hits = await readLastHits(context).catch((error: unknown): HitFinder => {
    // The text may be no address at all, such as a word to search for.
    return () => {
      throw error;
    };
  });
  return hitFinder.run(hits, work);
}

/** The number of a hit as it was typed, such as `@2`, and the same address with the ID of the node. */
export interface HitAddress {
  readonly typed: string;
  /** In the chosen repository, without its name. */
  readonly address: string;
  /** With the name of its repository, whichever it is. */
  readonly everywhere: string;
}

/** Reads the number of a hit. Undefined for other texts, and outside of `withHits`. Throws a failure if there is no such hit. */
export function hitAddress(text: string): HitAddress | undefined {
  const [prefix, digits] = numberForm.exec(text) ?? [];
  const find = hitFinder.getStore();
  if (prefix === undefined || find === undefined) return undefined;
  const { id, repository, isChosen } = find(Number(digits));
  const address = `${id}${text.slice(prefix.length)}`;
  const everywhere = `${repository}:${address}`;
  return { typed: `@${digits}`, address: isChosen ? address : everywhere, everywhere };
}

/** The words of a command line with IDs instead of the numbers of hits, so that they mean the same after another search. */
export const withoutNumbers = (words: readonly string[]): string[] =>
  words.map((word) => {
    try {
      return hitAddress(word)?.everywhere ?? word;
    } catch {
      // The command reports it if it is an address.
      return word;
    }
  });
