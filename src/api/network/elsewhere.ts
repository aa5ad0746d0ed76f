import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { operations } from '../../contract/index.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import type { Services } from '../../services/services.ts';
import { requireAccess } from '../request/access.ts';
import type { AnswerBudget, AnswerReservation } from '../response/answer-budget.ts';
import type { ApiSettings } from '../settings.ts';
import { requireOwnSite } from '../sign-in/cross-site.ts';
import type { Identity } from '../sign-in/identity.ts';
import type { RequireNewCall } from '../sign-in/repeated-calls.ts';
import { passedOnHeader, type RepositoryGateway, type SentFor } from './gateway.ts';
import { passOn, personOf, requireAllowed } from './pass-on.ts';
import { everywhere, searchEverywhere } from './search-everywhere.ts';

/** What a call to other repositories needs from the pipeline. */
interface ElsewhereExchange {
  readonly reservation: AnswerReservation;
  /** The headers of the response. */
  readonly headers: Record<string, string>;
  readonly requireNewCall: RequireNewCall;
  /** Runs a call in this repository and resolves to its result as JSON. */
  atHome(call: Call): Promise<unknown>;
}

/** Responds to a call whose `{repository}` is not this one. Its body has not been read yet. */
export type Elsewhere = (call: Call, identity: Identity, exchange: ElsewhereExchange) => Promise<Answer>;

interface ElsewhereParts {
  readonly services: Pick<Services, 'connectedRepositories'>;
  readonly gateway: RepositoryGateway;
  readonly settings: ApiSettings;
  /** How long a search in all repositories waits, in milliseconds. */
  readonly searchTime: number;
  /** The memory for all responses of other repositories. */
  readonly received: AnswerBudget;
}

/** The other repository knows who is a member or an administrator there, so only the sign-in is checked here. */
const accessHere = ({ access }: Operation): Access => (access === 'public' || access === 'guest' ? access : 'user');

function requireFirstHop({ headers }: Call): void {
  const by = headers[passedOnHeader];
  if (by === undefined) return;
  throw badRequest(
    `Repository ${by.slice(0, 100)} has passed on this call, and a call can be passed on only once. Call the repository in the path directly.`,
  );
}

/** Reads the body. A file that is not sent on, because the call fails, is closed. */
async function withBody(call: Call, send: (call: Call) => Promise<Answer>): Promise<Answer> {
  if (call.readBody === undefined) return send(call);
  const body = await call.readBody();
  const { kind } = (operations[call.operation] as Operation).body ?? {};
  if (kind !== 'upload' || body === undefined) return send({ ...call, body });
  const { bytes } = body as UploadedFile;
  return send({ ...call, body }).finally(() => bytes.destroy());
}

async function askEverywhere(call: Call, sentFor: SentFor, exchange: ElsewhereExchange, parts: ElsewhereParts) {
  if (call.operation !== 'searchBySet') {
    throw badRequest(
      `${everywhere} is allowed only in a search by a query of a metadata set. Use the ID of a repository, or -home-.`,
    );
  }
  const { gateway, settings, searchTime: time } = parts;
  const repositories = await parts.services.connectedRepositories.list();
  const { reservation, headers, atHome: runHere } = exchange;
  const atHome = (here: Call) => runHere({ ...here, params: { ...here.params, repository: '-home-' } });
  const json = await searchEverywhere(
    call,
    { gateway, settings, repositories, sentFor, atHome, time },
    {
      reservation,
      setHeader: (name, value) => {
        headers[name] = value;
      },
    },
  );
  return { status: 200, headers, body: { kind: 'written-json', json } } as const;
}

/** Passes calls on to connected repositories, and searches in all of them. */
export function createElsewhere(parts: ElsewhereParts): Elsewhere {
  const { services, settings } = parts;
  const answer = async (call: Call, identity: Identity, exchange: ElsewhereExchange, sentFor: SentFor) => {
    const operation: Operation = operations[call.operation];
    requireAccess({ ...operation, access: accessHere(operation) }, identity, call.params);
    requireOwnSite(operation, identity, call.headers, settings);
    const name = call.params['repository'] ?? '';
    if (name === everywhere) {
      requireFirstHop(call);
      return withBody(call, (received) => askEverywhere(received, sentFor, exchange, parts));
    }
    const repository = await services.connectedRepositories.find(name);
    if (repository === undefined) throw notFound('Repository', name.slice(0, 100));
    requireFirstHop(call);
    requireAllowed(operation, repository);
    return withBody(call, async (received) => {
      await exchange.requireNewCall(received, identity);
      return passOn(received, sentFor, repository, parts);
    });
  };
  return async (call, identity, exchange) => {
    const memory = parts.received.open();
    const received = (bytes: number): void => void memory.take(bytes, true);
    try {
      return await answer(call, identity, exchange, { userName: personOf(identity.caller), received });
    } finally {
      memory.close();
    }
  };
}
