import { RepositoryError } from '../../base/errors/errors.ts';
import type { Answer, Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import { isReading, type Operation } from '../../contract/operation.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import type { ApiSettings } from '../settings.ts';
import { adoptedAnswer } from './adopted-answer.ts';
import type { RepositoryGateway, SentFor } from './gateway.ts';

/** The headers of a request that are passed on. All others, above all credentials, stay here. */
const passedOnHeaders = ['locale', 'range', 'if-range', 'if-match', 'if-none-match'] as const;

/** The person for whom a call is passed on. Guests and callers without a sign-in have no name elsewhere. */
export const personOf = ({ kind, userName }: Caller): string | undefined => (kind === 'person' ? userName : undefined);

/** Rejects calls that change something, unless the connection allows them. */
export function requireAllowed(operation: Operation, { id, write }: ConnectedRepositoryRecord): void {
  if (isReading(operation) || write) return;
  throw new RepositoryError(
    'Forbidden',
    `The connection to the repository ${id} only allows reading. An administrator can allow changes: edu-repo repository remove ${id}, then edu-repo repository add URL --write`,
  );
}

/** The parameters of the operation, without those that sign the call of an app. */
function queryOf({ query }: Operation, call: Call, { repository }: Pick<ApiSettings, 'repository'>): Call['query'] {
  const known = Object.entries(call.query).filter(([name]) => query !== undefined && Object.hasOwn(query.shape, name));
  const form = query !== undefined && Object.hasOwn(query.shape, 'nodeForm') ? { nodeForm: repository.nodeForm } : {};
  return { ...form, ...Object.fromEntries(known) };
}

/**
 * A call as it is sent to another repository, to which it is a call to its own nodes. Special IDs such as `-me-` stay as
 * they are, because the other repository resolves them.
 */
export function callElsewhere(call: Call, settings: Pick<ApiSettings, 'repository'>): Call {
  const headers = passedOnHeaders.flatMap((name): [string, string][] => {
    const value = call.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    operation: call.operation,
    params: { ...call.params, repository: '-home-' },
    query: queryOf(operations[call.operation], call, settings),
    body: call.body ?? undefined,
    headers: Object.fromEntries(headers),
    signal: call.signal,
  };
}

/** Passes a call on to a connected repository and resolves to its response. */
export async function passOn(
  call: Call,
  sentFor: SentFor,
  repository: ConnectedRepositoryRecord,
  { gateway, settings }: { readonly gateway: RepositoryGateway; readonly settings: Pick<ApiSettings, 'repository'> },
): Promise<Answer> {
  const answer = await gateway.send(repository, callElsewhere(call, settings), sentFor);
  return adoptedAnswer(answer, operations[call.operation], repository.id);
}
