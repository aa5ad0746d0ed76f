import { passedOnHeader, type RepositoryGateway } from '../../api/network/gateway.ts';
import { within } from '../../base/scheduling/within.ts';
import type { SendOptions } from '../../client/http-transport.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import { createMonotonicClock } from '../../services/authentication/monotonic-clock.ts';
import type { RepositoryKeyService } from '../../services/network/repository-keys.ts';
import { failedExchange, unavailable } from './gateway-errors.ts';
import { type ConnectionLimits, openConnection, type RepositoryConnection, uploadIn } from './repository-connection.ts';
import { readFacts } from './repository-facts.ts';
import { createRepositoryTickets, type RepositoryTickets } from './repository-tickets.ts';
import { testConnection } from './test-connection.ts';

interface GatewayParts {
  /** The ID of this repository. */
  readonly ownId: string;
  readonly keys: RepositoryKeyService;
  readonly clock: Clock;
  readonly limits: ConnectionLimits;
}

/** A connection with the tickets for it. `stamp` is that of its record, because the record may be replaced. */
interface KnownRepository {
  readonly stamp: string;
  /** The repository in messages. */
  readonly name: string;
  readonly connection: RepositoryConnection;
  readonly tickets: RepositoryTickets;
}

/** Sends a call with a ticket. A ticket may have ended early, so the call is repeated once with a new one. */
async function sendWithTicket(
  { name, connection, tickets }: KnownRepository,
  call: Call,
  userName: string,
  options: () => SendOptions & { readonly timeLeft: number },
): Promise<Answer> {
  const sendOnce = async (): Promise<Answer> => {
    // Other calls may wait for the same ticket, so only the waiting ends.
    const ticket = await within(tickets.of(userName), options().timeLeft);
    if (ticket === 'too late') throw failedExchange(ticket, name, true);
    if ('error' in ticket) throw ticket.error;
    const headers = { ...call.headers, authorization: `EDU-TICKET ${ticket.result}` };
    return connection.exchange({ ...call, headers }, options());
  };
  const answer = await sendOnce();
  if (answer.status !== 401) return answer;
  tickets.drop(userName);
  if (uploadIn(call) === undefined) return sendOnce();
  throw unavailable('The sign-in at the other repository has expired. Upload the file again.');
}

/** The gateway over HTTP. Close it after the last call. */
export function createRepositoryGateway(parts: GatewayParts): RepositoryGateway & { stop(): Promise<void> } {
  const { ownId, keys, clock, limits } = parts;
  const repositories = new Map<string, KnownRepository>();
  const now = (): number => clock.now().getTime();
  // A pause must not grow when the machine's clock is set back.
  const steadyClock = createMonotonicClock(clock);
  const steadyNow = (): number => steadyClock.now().getTime();

  const forget = (id: string): void => {
    repositories.get(id)?.connection.close();
    repositories.delete(id);
  };

  const repositoryAt = ({ id, url, stamp }: ConnectedRepositoryRecord): KnownRepository => {
    const open = repositories.get(id);
    if (open?.stamp === stamp) return open;
    forget(id);
    const connection = openConnection(new URL(url), id, limits, steadyNow);
    const known = { stamp, name: id, connection, tickets: createRepositoryTickets(connection, keys, id) };
    repositories.set(id, known);
    return known;
  };

  /** Opens a connection for one use. Its circuit breaker knows nothing of earlier failures. */
  const withConnection = <T>(
    url: URL,
    name: string,
    use: (connection: RepositoryConnection) => Promise<T>,
  ): Promise<T> => {
    const connection = openConnection(url, name, limits, steadyNow);
    return use(connection).finally(connection.close);
  };

  return {
    async send(repository, call, { userName, received }) {
      const known = repositoryAt(repository);
      const end = steadyNow() + limits.time;
      const options = () => ({ received, timeLeft: Math.max(1, end - steadyNow()) });
      const passedOn = { ...call, headers: { ...call.headers, [passedOnHeader]: ownId } };
      if (userName === undefined) return known.connection.exchange(passedOn, options());
      return sendWithTicket(known, passedOn, userName, options);
    },
    factsAt: (url) =>
      withConnection(url, url.origin, (connection) =>
        readFacts(connection, url.origin, AbortSignal.timeout(limits.time)),
      ),
    test: (repository) =>
      withConnection(new URL(repository.url), repository.id, (connection) =>
        testConnection(repository, { connection, keys, now, signal: AbortSignal.timeout(limits.time) }),
      ),
    forget,
    async stop() {
      for (const id of [...repositories.keys()]) forget(id);
    },
  };
}
