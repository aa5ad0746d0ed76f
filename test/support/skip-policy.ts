import type { TestContext } from 'vitest';

/** The one thing that a CI machine may lack: mounting an image needs root and loop devices. */
const allowedOnCi = 'loop mount';

/** Whether this run may not leave anything out: `CI` is set, and neither empty nor `false` or `0`. */
export function isCi(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !['', 'false', '0', undefined].includes(environment['CI']?.toLowerCase());
}

/**
 * Leaves a test out because the machine lacks something. `missing` says what is missing and what to install or set,
 * and stands in the report. On CI this throws, and so the run fails, unless `missing` begins with `loop mount`.
 */
export function skipWithout(context: Pick<TestContext, 'skip'>, missing: string): never {
  if (isCi() && !missing.startsWith(allowedOnCi)) {
    throw new Error(`On CI no test is left out, but this one lacks something: ${missing}`);
  }
  return context.skip(missing);
}
