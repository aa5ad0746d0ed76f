import { LRUCache } from 'lru-cache';
import { RepositoryError } from '../../base/errors/errors.ts';
import { callOf } from '../../client/client.ts';
import { AppTicket } from '../../contract/objects/authentication.ts';
import type { RepositoryKeyService } from '../../services/network/repository-keys.ts';
import { messageIn, unavailable } from './gateway-errors.ts';
import type { RepositoryConnection } from './repository-connection.ts';

/** The tickets that other repositories issue for people of this one. They are only in memory. */
export interface RepositoryTickets {
  /** The ticket of a person at a repository: a cached one, or else a new one. Rejects as `RepositoryGateway.send` does. */
  of(userName: string): Promise<string>;
  /** Drops a ticket that the other repository did not accept. */
  drop(userName: string): void;
}

const maxTickets = 10_000;
/** Shorter than the time after which repositories end an idle ticket. */
const lifetime = 15 * 60_000;

/** `name` is the repository in messages. */
export function createRepositoryTickets(
  connection: RepositoryConnection,
  keys: Pick<RepositoryKeyService, 'signedHeaders'>,
  name: string,
): RepositoryTickets {
  const open = async (userName: string): Promise<string> => {
    const call = callOf('signInByApp', { userId: userName }, await keys.signedHeaders(userName));
    const answer = await connection.exchange(call);
    const ticket = answer.status === 200 && answer.body.kind === 'json' && AppTicket.safeParse(answer.body.value).data;
    if (ticket) return ticket.ticket;
    const why = messageIn(answer) ?? `it returned ${answer.status}.`;
    if (answer.status >= 500 || answer.status === 429) throw unavailable(`The repository ${name} is busy: ${why}`);
    throw new RepositoryError(
      'BadGateway',
      `The repository ${name} does not accept the sign-in of ${userName}: ${why} To test the connection: edu-repo repository test ${name}`,
    );
  };
  const tickets = new LRUCache<string, string>({ max: maxTickets, ttl: lifetime, fetchMethod: open });
  return {
    async of(userName) {
      const ticket = await tickets.fetch(userName);
      // The ticket was dropped while it was fetched.
      return ticket ?? open(userName);
    },
    drop: (userName) => tickets.delete(userName),
  };
}
