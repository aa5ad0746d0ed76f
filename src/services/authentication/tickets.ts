import { messageOf } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { AppRecord, TicketRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './credential-verification.ts';

/** Tickets, which an application gets for the people it signs in. Only their hashes are stored. */
export interface TicketService {
  /** `TICKET_` and 64 hexadecimal digits. */
  open(app: Pick<AppRecord, 'id' | 'stamp'>, person: SignedInPerson): Promise<string>;
  /**
   * Undefined where it is unknown, was not used for too long, where its person or its app is gone, or where the person
   * became an administrator and the app may not sign in those. A use prolongs it.
   */
  byTicket(ticket: string): Promise<VerifiedCredentials | undefined>;
}

const form = /^TICKET_[0-9a-f]{64}$/;

/** After so long a use is written down; in milliseconds. */
const coarseness = 5 * 60_000;
const mostUses = 10_000;

/** `idleTimeout` in milliseconds. */
export function createTicketService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'>,
  proofs: CredentialVerifier,
  options: { readonly idleTimeout: number },
): TicketService {
  const { store, clock, randomness, log } = seams;
  const { idleTimeout } = options;
  /** A use that is not written yet must not be swept away. */
  const endOf = (lastUse: number): number => lastUse + idleTimeout + coarseness;
  /** The last uses that are not written yet; a restart forgets them. */
  const uses = new Map<string, number>();

  const write = async (key: string, now: number): Promise<void> => {
    try {
      await store.change(async (change) => {
        const ticket = await change.tickets.get(key);
        if (ticket !== undefined) change.tickets.put(key, { ...ticket, lastUse: now, endsAt: endOf(now) });
      });
      uses.delete(key);
    } catch (error) {
      // It is good all the same: the use is remembered until the process ends.
      log.warn('The use of a ticket could not be written down.', { reason: messageOf(error) });
    }
  };

  const use = async (key: string, ticket: TicketRecord): Promise<boolean> => {
    const now = clock.now().getTime();
    const age = now - (uses.get(key) ?? ticket.lastUse);
    // A last use in the future: the clock was set back before a restart, and nothing tells how long ago it was.
    if (age >= idleTimeout || age < -coarseness) return false;
    if (uses.size >= mostUses) uses.clear();
    uses.set(key, now);
    if (now - ticket.lastUse >= Math.min(coarseness, idleTimeout / 2)) await write(key, now);
    return true;
  };

  /** Who became an administrator since is none of an app that may not sign in administrators. */
  const isHeld = async (key: string, caller: Caller): Promise<boolean> => {
    const ticket = await store.tickets.get(key);
    const app = ticket === undefined ? undefined : await store.apps.get(ticket.app);
    if (ticket === undefined || app === undefined || app.stamp !== ticket.appStamp) return false;
    if (caller.isAdmin && !mayBecomeAdministrator(app)) return false;
    return use(key, ticket);
  };

  return {
    async open(app, { userName, credentialStamp }) {
      const ticket = `TICKET_${Buffer.from(randomness.secret(), 'base64url').toString('hex')}`;
      const now = clock.now().getTime();
      await store.change(async (change) =>
        change.tickets.put(hashOfSecret(ticket), {
          app: app.id,
          appStamp: app.stamp,
          userName,
          credentialStamp,
          lastUse: now,
          endsAt: endOf(now),
        }),
      );
      return ticket;
    },
    async byTicket(text) {
      if (!form.test(text)) return undefined;
      const key = hashOfSecret(text);
      const ticket = await store.tickets.get(key);
      return ticket === undefined ? undefined : proofs.verify(ticket, (caller) => isHeld(key, caller));
    },
  };
}
