import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { safeSession, sharedFolder } from './attempts/material.ts';
import type { CallerName } from './grid.ts';
import { addMember, callers, lostMemberships, makeCallers, removeMember } from './people.ts';
import { type MatrixServer, startIn, startServer } from './server.ts';
import { createWire, describedBy, type OperationKey, type Wire } from './wire.ts';

/** A running server with the callers that are tried on it. */
export interface World {
  readonly wire: Wire;
  readonly names: readonly CallerName[];
  readonly operations: readonly OperationKey[];
  /** The operations that can be only checked. */
  readonly dryRuns: ReadonlySet<OperationKey>;
  /** Gives the removed one back what they had, lets them use it, and takes it away again. */
  removeAgain(): Promise<void>;
  close(): Promise<void>;
}

const makeAll = (wire: Wire, kind: WorldKind): Promise<void> =>
  makeCallers(wire, [...new Set<CallerName>([...namesOf[kind], 'owner', 'admin'])]);

async function settle(server: MatrixServer, { kind, begun }: WorldOptions): Promise<World> {
  const { operations, outside, dryRuns } = await describedBy(server.url);
  const wire = createWire(server.url, outside);
  if (begun === undefined) await makeAll(wire, kind);
  const shared = await sharedFolder(wire);
  // The first time makes a home, and the server then reads all memberships anew: that must not hide a lost one in a table.
  await safeSession(wire);
  return {
    wire,
    names: namesOf[kind],
    operations,
    dryRuns,
    async removeAgain() {
      for (const membership of lostMemberships) await addMember(wire, membership);
      await wire.ask(callers.removed, 'GET /node/v1/nodes/{repository}/{node}/metadata', { params: { node: shared } });
      for (const membership of lostMemberships) await removeMember(wire, membership);
    },
    close: server.stop,
  };
}

interface WorldOptions {
  readonly program: string;
  readonly mutant: number;
  readonly kind: WorldKind;
  /** Data directories that have the callers already. */
  readonly begun: BegunWorlds | undefined;
}

async function openWorld(options: WorldOptions): Promise<World> {
  const { program, mutant, kind, begun } = options;
  const begunIn = begun === undefined ? {} : { begunIn: begun.directoryOf(kind) };
  const server = await startServer(program, { guest: kind === 'with a guest', mutant, ...begunIn });
  try {
    return await settle(server, options);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Who is tried on each of the two servers of the matrix: on one without a guest all but the guest, on one with a guest the guest. */
const namesOf = {
  'without a guest': ['nobody', 'stranger', 'reader', 'writer', 'owner', 'admin', 'other', 'removed'],
  'with a guest': ['guest'],
} as const satisfies Record<string, readonly CallerName[]>;

export type WorldKind = keyof typeof namesOf;

export const worldKinds: readonly WorldKind[] = ['without a guest', 'with a guest'];

/** Rejects unless all of them open; then none stays open. */
export async function openWorlds(kinds: readonly WorldKind[], options: Omit<WorldOptions, 'kind'>): Promise<World[]> {
  const opened = await Promise.allSettled(kinds.map((kind) => openWorld({ ...options, kind })));
  const worlds = opened.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed === undefined) return worlds;
  await Promise.all(worlds.map(({ close }) => close()));
  throw failed.reason;
}

/** A data directory of each kind of server in which the callers are made, for many servers to begin with. */
export interface BegunWorlds {
  directoryOf(kind: WorldKind): string;
  remove(): Promise<void>;
}

/** Makes them with the program itself. The caller removes them. */
export async function beginWorlds(program: string): Promise<BegunWorlds> {
  const folder = await mkdtemp(join(tmpdir(), 'begun-'));
  const begun: BegunWorlds = {
    directoryOf: (kind) => join(folder, kind),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  try {
    for (const kind of worldKinds) {
      const options = { guest: kind === 'with a guest', mutant: 0 };
      const server = await startIn(begun.directoryOf(kind), program, options, () => Promise.resolve());
      try {
        const { outside } = await describedBy(server.url);
        await makeAll(createWire(server.url, outside), kind);
      } finally {
        await server.stop();
      }
    }
  } catch (error) {
    await begun.remove();
    throw error;
  }
  return begun;
}
