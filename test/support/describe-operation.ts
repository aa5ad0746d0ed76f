import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/contract/index.ts';
import { blankedTest, whileBlanked } from './blanked.ts';
import { runScope } from './run-scope.ts';
import type { School } from './transports.ts';

type Check = () => Promise<void>;

/** A check that only HTTP can make, such as one of another method or of a body that is no JSON. */
export interface OverHttp {
  readonly overHttp: Check;
}

export const overHttp = (check: Check): OverHttp => ({ overHttp: check });

/** Sentences to checks. */
type Checks = Readonly<Record<string, Check | OverHttp>>;

/** What has to be shown of every operation. */
export interface OperationChecks {
  /** What another call sees afterwards, or content that was made by another call. */
  readonly effect: Checks;
  /** Whoever may not do it is told so, and nothing happens. */
  readonly refusal: Checks;
  /** What cannot be understood or does not exist is told with advice, and nothing happens. */
  readonly badInput: Checks;
}

const kinds = ['effect', 'refusal', 'badInput'] as const;

const labels = { effect: 'effect', refusal: 'refusal', badInput: 'bad input' } as const;

function registerChecks(label: string, checks: Checks, school: School): void {
  for (const [sentence, check] of Object.entries(checks)) {
    if (typeof check === 'function') test(`${label}: ${sentence}`, check);
    else if (school.transport !== 'in-process') test(`${label}: ${sentence}`, check.overHttp);
  }
}

const passes = (check: Check): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );

/**
 * Whether a check fails while the handler does nothing, and passes right after that, with the real one. What fails in both cases
 * proves nothing: it may be one that cannot run twice.
 */
async function missesHandler(name: OperationName, check: Check): Promise<boolean> {
  let passed = true;
  await whileBlanked(name, async () => {
    passed = await passes(check);
  });
  return !passed && (await passes(check));
}

function registerBlanked(name: OperationName, checks: Checks, school: School): void {
  const effects = Object.values(checks).flatMap((check) => {
    if (typeof check === 'function') return check;
    return school.transport === 'in-process' ? [] : check.overHttp;
  });
  test(blankedTest, async () => {
    for (const effect of effects) if (await missesHandler(name, effect)) return;
    expect.fail(
      `No effect of ${name} fails without its handler and passes with it: assert what it answers or changes.`,
    );
  });
}

/** Describes an operation by at least one effect, one refusal and one bad input; a missing one fails. */
export function describeOperation(name: OperationName, school: School, checks: OperationChecks): void {
  describe(name, () => {
    if (runScope === 'blanked') return registerBlanked(name, checks.effect, school);
    test('is shown by an effect, a refusal and a bad input', () => {
      for (const kind of kinds) expect(Object.keys(checks[kind]), kind).not.toEqual([]);
    });
    for (const kind of kinds) registerChecks(labels[kind], checks[kind], school);
  });
}
