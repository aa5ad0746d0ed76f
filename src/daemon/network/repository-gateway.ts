import { passedOnHeader, type RepositoryGateway } from '../../api/network/gateway.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import { createMonotonicClock } from '../../services/authentication/monotonic-clock.ts';
import type { RepositoryKeyService } from '../../services/network/repository-keys.ts';
import { unavailable } from './gateway-errors.ts';
import { readFacts } from './repository-facts.ts';
import { type LineLimits, openLine, type RepositoryLine, uploadIn } from './repository-line.ts';
import { createRepositoryTickets, type RepositoryTickets } from './repository-tickets.ts';
import { testConnection } from './test-connection.ts';

interface GatewayParts {
  /** The ID of this repository. */
  readonly ownId: string;
  readonly keys: RepositoryKeyService;
  readonly clock: Clock;
  readonly limits: LineLimits;
}

/** An open connection. `stamp` is that of its record, because the record may be replaced. */
interface OpenConnection {
  readonly stamp: string;
  readonly line: RepositoryLine;
  readonly tickets: RepositoryTickets;
}

/** Sends a call with a ticket. A ticket may have ended early, so the call is repeated once with a new one. */
async function sendWithTicket({ line, tickets }: OpenConnection, call: Call, userName: string): Promise<Answer> {
  const sendOnce = async (): Promise<Answer> => {
    const authorization = `EDU-TICKET ${await tickets.of(userName)}`;
    return line.exchange({ ...call, headers: { ...call.headers, authorization } });
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
  const connections = new Map<string, OpenConnection>();
  const now = (): number => clock.now().getTime();
  // A pause must not grow when the machine's clock is set back.
  const steadyClock = createMonotonicClock(clock);
  const steadyNow = (): number => steadyClock.now().getTime();

  const forget = (id: string): void => {
    connections.get(id)?.line.close();
    connections.delete(id);
  };

  const connectionTo = ({ id, url, stamp }: ConnectedRepositoryRecord): OpenConnection => {
    const open = connections.get(id);
    if (open?.stamp === stamp) return open;
    forget(id);
    const line = openLine(new URL(url), id, limits, steadyNow);
    const connection = { stamp, line, tickets: createRepositoryTickets(line, keys, id) };
    connections.set(id, connection);
    return connection;
  };

  /** Opens a line for one use. Its circuit breaker knows nothing of earlier failures. */
  const withLine = <T>(url: URL, name: string, use: (line: RepositoryLine) => Promise<T>): Promise<T> => {
    const line = openLine(url, name, limits, steadyNow);
    return use(line).finally(line.close);
  };

  return {
    async send(repository, call, userName) {
      const connection = connectionTo(repository);
      const passedOn = { ...call, headers: { ...call.headers, [passedOnHeader]: ownId } };
      if (userName === undefined) return connection.line.exchange(passedOn);
      return sendWithTicket(connection, passedOn, userName);
    },
    factsAt: (url) =>
      withLine(url, url.origin, (line) => readFacts(line, url.origin, AbortSignal.timeout(limits.time))),
    test: (repository) =>
      withLine(new URL(repository.url), repository.id, (line) =>
        testConnection(repository, { line, keys, now, signal: AbortSignal.timeout(limits.time) }),
      ),
    forget,
    async stop() {
      for (const id of [...connections.keys()]) forget(id);
    },
  };
}
