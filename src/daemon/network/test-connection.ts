import type { ConnectionState } from '../../api/network/gateway.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { callOf } from '../../client/client.ts';
import type { Answer } from '../../contract/call.ts';
import { About } from '../../contract/objects/service.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import { keyFingerprint, type RepositoryKeyService } from '../../services/network/repository-keys.ts';
import { messageIn } from './gateway-errors.ts';
import type { RepositoryConnection } from './repository-connection.ts';
import { readFacts } from './repository-facts.ts';

interface TestParts {
  readonly connection: RepositoryConnection;
  readonly keys: Pick<RepositoryKeyService, 'signedHeaders'>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const unknown: ConnectionState = {
  version: null,
  milliseconds: null,
  clockDifference: null,
  sameKey: null,
  accepted: null,
  problem: null,
};

function versionIn({ body }: Answer): string | null {
  const about = body.kind === 'json' ? About.pick({ version: true }).strip().safeParse(body.value) : undefined;
  return about?.data?.version.repository ?? null;
}

/** The clock is compared with the middle of the call, in whole seconds, as the header has it. */
function clockDifferenceOf({ headers }: Answer, from: number, to: number): number | null {
  const time = Date.parse(headers['date'] ?? '');
  return Number.isNaN(time) ? null : Math.round((time - (from + to) / 2) / 1000);
}

async function reach({ connection, now, signal }: TestParts): Promise<ConnectionState> {
  const from = now();
  const answer = await connection.exchange({ ...callOf('getAbout', {}, {}), signal });
  const to = now();
  const clockDifference = clockDifferenceOf(answer, from, to);
  const problem =
    answer.status === 200 ? null : `It returned ${answer.status}. Check whether its address is still the same.`;
  return { ...unknown, version: versionIn(answer), milliseconds: Math.round(to - from), clockDifference, problem };
}

async function compareKeys({ id, publicKey }: ConnectedRepositoryRecord, { connection, signal }: TestParts) {
  const facts = await readFacts(connection, id, signal);
  const sameKey = facts.id === id && keyFingerprint(facts.publicKey) === keyFingerprint(publicKey);
  const problem = sameKey
    ? null
    : `The repository at this address has another ID or key now. Ask its administrator why. Then connect it anew: edu-repo repository remove ${id}, and edu-repo repository add`;
  return { sameKey, problem };
}

/** Signs a call that needs no sign-in and changes nothing, because the other side checks every signature. */
async function tryToSign({ connection, keys, signal }: TestParts) {
  const answer = await connection.exchange({ ...callOf('validateSession', {}, await keys.signedHeaders('')), signal });
  const accepted = answer.status === 200;
  const why = messageIn(answer) ?? `it returned ${answer.status}.`;
  const problem = accepted
    ? null
    : `It does not accept the signature of this repository: ${why} If it has not connected this one yet: run edu-repo repository add there.`;
  return { accepted, problem };
}

/** Tests whether a repository can be reached, still has its key, and accepts calls of this one. Never rejects. */
export async function testConnection(
  repository: ConnectedRepositoryRecord,
  parts: TestParts,
): Promise<ConnectionState> {
  let state = unknown;
  try {
    state = await reach(parts);
    if (state.problem === null) state = { ...state, ...(await compareKeys(repository, parts)) };
    if (state.problem === null) state = { ...state, ...(await tryToSign(parts)) };
    return state;
  } catch (error) {
    return { ...state, problem: messageOf(error) };
  }
}
