import { archiveAttempts } from './attempts/archive.ts';
import { bulkAttempts } from './attempts/bulk.ts';
import { collectionAttempts } from './attempts/collections.ts';
import { copyAttempts } from './attempts/copies.ts';
import { dataProtectionAttempts } from './attempts/data-protection.ts';
import { groupAttempts } from './attempts/groups.ts';
import { mediaCenterAttempts } from './attempts/media-centers.ts';
import { metadataSetAttempts } from './attempts/metadata-sets.ts';
import { nodeAttempts } from './attempts/nodes.ts';
import { peopleAttempts } from './attempts/people.ts';
import { searchAttempts } from './attempts/search.ts';
import { serviceAttempts } from './attempts/service.ts';
import { talkAttempts } from './attempts/talk.ts';
import { usageAttempts } from './attempts/usages.ts';
import { type Comparison, createComparison } from './compare.ts';
import { archiveTable } from './expected/archive.ts';
import { bulkTable } from './expected/bulk.ts';
import { collectionTable } from './expected/collections.ts';
import { copyTable } from './expected/copies.ts';
import { dataProtectionTable } from './expected/data-protection.ts';
import { groupTable } from './expected/groups.ts';
import { mediaCenterTable } from './expected/media-centers.ts';
import { metadataSetTable } from './expected/metadata-sets.ts';
import { nodeTable } from './expected/nodes.ts';
import { peopleTable } from './expected/people.ts';
import { searchTable } from './expected/search.ts';
import { serviceTable } from './expected/service.ts';
import { talkTable } from './expected/talk.ts';
import { usageTable } from './expected/usages.ts';
import { type CallerName, readGrid } from './grid.ts';
import type { AnyAttempt } from './target.ts';
import type { OperationKey } from './wire.ts';
import { type BegunWorlds, openWorlds, type World, type WorldKind, worldKinds } from './world.ts';

/** What is expected of each operation. */
export const tables: Readonly<Record<string, string>> = {
  ...serviceTable,
  ...peopleTable,
  ...dataProtectionTable,
  ...groupTable,
  ...mediaCenterTable,
  ...nodeTable,
  ...talkTable,
  ...usageTable,
  ...collectionTable,
  ...copyTable,
  ...archiveTable,
  ...metadataSetTable,
  ...searchTable,
  ...bulkTable,
};

const attempts: Readonly<Record<string, AnyAttempt>> = {
  ...serviceAttempts,
  ...peopleAttempts,
  ...dataProtectionAttempts,
  ...groupAttempts,
  ...mediaCenterAttempts,
  ...nodeAttempts,
  ...talkAttempts,
  ...usageAttempts,
  ...collectionAttempts,
  ...copyAttempts,
  ...archiveAttempts,
  ...metadataSetAttempts,
  ...searchAttempts,
  ...bulkAttempts,
};

/** `GET,POST /a` are `GET /a` and `POST /a`. */
export function formsOf(key: string): OperationKey[] {
  const [methods = '', path = ''] = key.split(' ');
  return methods.split(',').map((method) => `${method} ${path}`);
}

/** The operations that have a table, as the tables write them. */
export const tabled: readonly string[] = Object.keys(tables);

/** The operations that can be tried. */
export const tried: readonly string[] = Object.keys(attempts);

/** The servers, and what is known of them. */
export interface Matrix {
  /** What the servers say they can do. */
  readonly operations: readonly OperationKey[];
  /** Those of them that support dry runs. */
  readonly dryRuns: readonly OperationKey[];
  /** Everything in which the servers differ from the table of one operation. */
  differences(key: string): Promise<string[]>;
  /** Whether they differ from it at all. Ends soon after the first difference. */
  differs(key: string): Promise<boolean>;
  close(): Promise<void>;
}

interface MatrixOptions {
  readonly kinds?: readonly WorldKind[];
  readonly withDryRuns?: boolean;
  readonly mutant?: number;
  readonly begun?: BegunWorlds;
}

/**
 * Starts the servers of a program, all kinds of them unless told otherwise. `withDryRuns`: they are also asked for dry runs of what
 * they change. `mutant`: the number of the mutant that they are; 0 is the program itself. `begun`: they have the callers from there.
 */
export async function openMatrix(
  program: string,
  { kinds = worldKinds, withDryRuns = false, mutant = 0, begun }: MatrixOptions = {},
): Promise<Matrix> {
  const worlds = await openWorlds(kinds, { program, mutant, begun });
  const comparisons = worlds.map((world): [World, Comparison] => [
    world,
    createComparison(withDryRuns ? world : { ...world, dryRuns: new Set() }),
  ]);

  /**
   * Callers run concurrently, and each sends one call after the other. Ends when `isEnough` returns true for the differences found
   * so far.
   */
  async function compare(key: string, isEnough: (found: readonly string[]) => boolean): Promise<string[]> {
    const attempt = attempts[key];
    if (attempt === undefined) throw new Error(`Nobody says how ${key} is tried.`);
    const rows = readGrid(tables[key] ?? '');
    const calls = formsOf(key).flatMap((operation) => rows.map((row) => ({ operation, row })));
    const found: string[] = [];
    const ask = async (comparison: Comparison, caller: CallerName): Promise<void> => {
      for (const { operation, row } of calls) {
        if (isEnough(found)) return;
        const difference = await comparison.cell(operation, attempt, row, caller);
        if (difference !== undefined) found.push(difference);
      }
    };
    await Promise.all(comparisons.flatMap(([world, comparison]) => world.names.map((name) => ask(comparison, name))));
    return found;
  }

  return {
    operations: [...new Set(worlds.flatMap(({ operations }) => operations))],
    dryRuns: [...new Set(worlds.flatMap(({ dryRuns }) => [...dryRuns]))],
    differences: (key) => compare(key, () => false),
    differs: async (key) => (await compare(key, (found) => found.length > 0)).length > 0,
    close: async () => {
      await Promise.all(worlds.map(({ close }) => close()));
    },
  };
}
