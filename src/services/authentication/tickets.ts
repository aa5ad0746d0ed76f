import { cacheLast } from '../../base/caching/cache-last.ts';
import { messageOf } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { AppRecord, TicketRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './verified-credentials.ts';

/** Tickets that an app gets for the people it signs in. The store has only hashes of the tickets. */
export interface TicketService {
  /** Issues a ticket: `TICKET_` and 64 hexadecimal digits. */
  open(app: Pick<AppRecord, 'id' | 'stamp'>, person: SignedInPerson): Promise<string>;
  /**
   * Verifies a ticket. Resolves to undefined if the ticket is unknown or was idle for too long, if its person or app
   * was deleted, or if the person became an administrator and the app may not sign in administrators. Each use prolongs
   * the ticket.
   */
  byTicket(ticket: string): Promise<VerifiedCredentials | undefined>;
}

const ticketPattern = /^TICKET_[0-9a-f]{64}$/;

/** The minimum interval between two stored uses of a ticket, in milliseconds. */
const writeInterval = 5 * 60_000;
const maxUnwrittenUses = 10_000;

/** When a ticket may be removed from the store. The last use may be stored up to `writeInterval` late. */
const endOf = (lastUse: number, idleTimeout: number): number => lastUse + idleTimeout + writeInterval;

/** Records the use of a ticket. Resolves to false if the ticket was idle for too long. */
type UseTicket = (key: string, ticket: TicketRecord) => Promise<boolean>;

function createUseTicket(
  { store, clock, log }: Pick<Seams, 'store' | 'clock' | 'log'>,
  idleTimeout: number,
): UseTicket {
  /** The last uses that are not stored yet, in milliseconds since 1970. A restart loses them. */
  const uses = new Map<string, number>();

  const write = async (key: string, now: number): Promise<void> => {
    try {
      await store.change(async (change) => {
        const ticket = await change.tickets.get(key);
        if (ticket !== undefined) change.tickets.put(key, { ...ticket, lastUse: now, endsAt: endOf(now, idleTimeout) });
      });
      uses.delete(key);
    } catch (error) {
      // The ticket remains valid, because `uses` has the last use.
      log.warn('The last use of a ticket could not be stored.', { reason: messageOf(error) });
    }
  };

  return async (key, ticket) => {
    const now = clock.now().getTime();
    const age = now - (uses.get(key) ?? ticket.lastUse);
    // A last use in the future means that the clock was set back before a restart, so the real age is unknown.
    if (age >= idleTimeout || age < -writeInterval) return false;
    cacheLast(uses, key, now, maxUnwrittenUses);
    if (now - ticket.lastUse >= Math.min(writeInterval, idleTimeout / 2)) await write(key, now);
    return true;
  };
}

/** `idleTimeout` in milliseconds. */
export function createTicketService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'>,
  verifier: CredentialVerifier,
  { idleTimeout }: { readonly idleTimeout: number },
): TicketService {
  const { store, clock, randomness } = seams;
  const use = createUseTicket(seams, idleTimeout);

  /** The person may have become an administrator since the ticket was opened. */
  const isValid = async (key: string, caller: Caller): Promise<boolean> => {
    const ticket = await store.tickets.get(key);
    const app = ticket === undefined ? undefined : await store.apps.get(ticket.app);
    if (ticket === undefined || app === undefined || app.stamp !== ticket.appStamp) return false;
    if (caller.isAdmin && !mayBecomeAdministrator(app)) return false;
    return use(key, ticket);
  };

  return {
    async open(app, { userName, credentialStamp }) {
      const ticket = `TICKET_${Buffer.from(randomness.secret(), 'base64url').toString('hex')}`;
      const lastUse = clock.now().getTime();
      const endsAt = endOf(lastUse, idleTimeout);
      const record = { app: app.id, appStamp: app.stamp, userName, credentialStamp, lastUse, endsAt };
      await store.change(async (change) => change.tickets.put(hashOfSecret(ticket), record));
      return ticket;
    },
    async byTicket(text) {
      if (!ticketPattern.test(text)) return undefined;
      const key = hashOfSecret(text);
      const ticket = await store.tickets.get(key);
      return ticket === undefined ? undefined : verifier.verify(ticket, (caller) => isValid(key, caller));
    },
  };
}
