import type { CallerName } from './grid.ts';
import type { Parts, Wire } from './wire.ts';

/** What a call is aimed at. */
export interface Target {
  /** Words that occur in it and nowhere else: whoever may not see it must not read one of them. */
  readonly traces: readonly string[];
  /** All that an administrator can see of it, as text: nothing happened to it where two pictures are equal. */
  picture(): Promise<string>;
}

/** Who calls what in which situation; `mark` is a word that a changing call leaves behind. */
export interface Circumstances {
  readonly wire: Wire;
  readonly caller: CallerName;
  readonly situation: string;
  readonly mark: string;
}

/** How an operation is tried. */
export interface Attempt<T extends Target> {
  /** Makes what the situation asks for. */
  readonly target: (circumstances: Circumstances) => Promise<T>;
  /** The request, without method and path. */
  readonly parts: (target: T, circumstances: Circumstances) => Parts | Promise<Parts>;
  /** Reading: what stands in an answer that shows the target. */
  readonly shows?: (target: T, circumstances: Circumstances) => string | RegExp;
  /** Changing: whether the picture after the call tells of what was done. */
  readonly changed?: (after: string, circumstances: Circumstances, before: string) => boolean;
  /** The answer counts what it shows in `total`: nothing where nothing may be shown. */
  readonly finds?: true;
  /** The call answers for each entry that it takes: what it answers for its only one counts. */
  readonly byEntry?: true;
  /** The target is good for one call only, also where that is refused. */
  readonly once?: true;
}

/** An attempt as it is kept once its kind of target does not matter any more. */
export type AnyAttempt = Attempt<Target>;

// A target is only ever handed back to the attempt that made it.
export const attempt = <T extends Target>(given: Attempt<T>): AnyAttempt => given as unknown as AnyAttempt;

/** The attempts of some operations, keyed as the tables are. */
export type Attempts = Readonly<Record<string, AnyAttempt>>;

/** For calls that are not about anything: there is nothing to see. */
export const nothing: Target = { traces: [], picture: async () => '' };
