import { notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** The session scopes of people. Does not check credentials: verify them first. */
export interface SessionScopeService {
  /**
   * Resolves to the caller in the session scope. Creates the person's home folder there on the first visit. Rejects with
   * `NotFound` if there is no such person.
   */
  enter(userName: string, scope: SessionScope): Promise<Caller>;
}

/** Writes the top folder of a separate tree. No folder lists it, and only the person can access it. */
function putSafeHome(change: Change, person: PersonRecord, id: NodeId, at: Timestamp): void {
  const { userName: name } = person;
  const acl = { inherits: false, entries: [{ authority: name, permission: 'Coordinator' }] };
  const home = newNode({ id, parent: null, type: 'ccm:map', folder: true, name, at, by: name, acl, area: 'safe' });
  putNodeVersion(change, home, '');
  change.people.put(name, { ...person, safeHome: id });
}

export function createSessionScopeService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  callers: Callers,
): SessionScopeService {
  const { store, clock, randomness } = seams;

  const makeHome = (userName: string): Promise<void> =>
    store.change(async (change) => {
      const person = await change.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      if (person.safeHome !== undefined) return;
      putSafeHome(change, person, randomness.nodeId(), clock.now().toISOString());
      change.afterCommit(callers.forget);
    });

  return {
    async enter(userName, scope) {
      const known = await callers.of(userName, scope);
      if (known !== undefined && known.home !== null) return known;
      await makeHome(userName);
      const caller = await callers.of(userName, scope);
      if (caller === undefined) throw notFound('Person', userName);
      return caller;
    },
  };
}
