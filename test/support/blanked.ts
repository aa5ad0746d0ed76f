import type { OperationName } from '../../src/contract/index.ts';

/** The name of the test that a blanked run has of each operation: all that `npm run test:blanked` runs. */
export const blankedTest = 'is missed by its tests while its handler does nothing';

let blanked: OperationName | undefined;

/** Whether the handler of this operation does nothing at the moment. */
export const isBlanked = (name: string): boolean => name === blanked;

/** Runs with a handler that does nothing instead of that of the operation: see `blanked-handlers.ts`. */
export async function whileBlanked(name: OperationName, run: () => Promise<void>): Promise<void> {
  blanked = name;
  try {
    await run();
  } finally {
    blanked = undefined;
  }
}
