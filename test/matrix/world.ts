import { safeSession, sharedFolder } from './attempts/material.ts';
import type { CallerName } from './grid.ts';
import { addMember, callers, lostMemberships, makeCallers, removeMember } from './people.ts';
import { type MatrixServer, startServer } from './server.ts';
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

async function settle(server: MatrixServer, names: readonly CallerName[]): Promise<World> {
  const { operations, outside, dryRuns } = await describedBy(server.url);
  const wire = createWire(server.url, outside);
  await makeCallers(wire, [...new Set<CallerName>([...names, 'owner', 'admin'])]);
  const shared = await sharedFolder(wire);
  // The first time makes a home, and the server then reads all memberships anew: that must not hide a lost one in a table.
  await safeSession(wire);
  return {
    wire,
    names,
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

async function openWorld(program: string, guest: boolean, names: readonly CallerName[]): Promise<World> {
  const server = await startServer(program, { guest });
  try {
    return await settle(server, names);
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
export async function openWorlds(kinds: readonly WorldKind[], program: string): Promise<World[]> {
  const opened = await Promise.allSettled(
    kinds.map((kind) => openWorld(program, kind === 'with a guest', namesOf[kind])),
  );
  const worlds = opened.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed === undefined) return worlds;
  await Promise.all(worlds.map(({ close }) => close()));
  throw failed.reason;
}
