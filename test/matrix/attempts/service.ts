import { callers, foreigner, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type AnyAttempt, type Attempts, attempt, type Circumstances, nothing, type Target } from '../target.ts';
import type { Parts, Wire } from '../wire.ts';
import { applicationAttempts } from './applications.ts';

/** A reading call that is not about anything in particular. */
const reading = (shows: (circumstances: Circumstances) => string, parts: Parts = {}): AnyAttempt =>
  attempt<Target>({
    target: async () => nothing,
    parts: () => parts,
    shows: (_, circumstances) => shows(circumstances),
  });

/** How the session of a caller is described. */
function sessionOf({ caller }: Circumstances): string {
  if (caller === 'nobody') return '"isValidLogin":false';
  if (caller === 'guest') return '"isGuest":true';
  return `"authorityName":"${callers[caller]?.userName}"`;
}

const inScope = '"currentScope":"safe"';

/** Who enters the scope, as the body says. */
const entering = ({ caller, situation }: Circumstances): Parts => {
  const who = situation === 'foreign' ? foreigner : (callers[caller] ?? callers.owner);
  return { json: { ...who, scope: 'safe' } };
};

interface Client extends Target {
  readonly id: string;
  readonly secret: string;
}

const clients = new WeakMap<Wire, Promise<Client>>();

async function registerClient(wire: Wire): Promise<Client> {
  const id = newWord();
  const { secret } = await wire.ask(admin, 'PUT /admin/v1/clients/{client}', { params: { client: id } });
  return { ...nothing, id, secret };
}

function client({ wire }: Circumstances): Promise<Client> {
  const known = clients.get(wire) ?? registerClient(wire);
  clients.set(wire, known);
  return known;
}

function tokenForm({ id, secret }: Client, situation: string): Record<string, string> {
  return {
    grant_type: situation === 'unknown-grant' ? 'implicit' : 'password',
    client_id: situation === 'unknown-client' ? newWord() : id,
    client_secret: situation === 'wrong-secret' ? newWord() : secret,
    username: callers.owner?.userName ?? '',
    password: callers.owner?.password ?? '',
  };
}

export const serviceAttempts: Attempts = {
  ...applicationAttempts,
  'GET /_about': reading(() => '"services"'),
  'GET /openapi.json': reading(() => '"paths"'),
  'GET /swagger.json': reading(() => '"paths"'),
  'GET /icons/{icon}': reading(() => '<svg', { params: { icon: 'folder.svg' } }),
  'GET /admin/v1/status': reading(() => '"index"'),
  'GET,POST /authentication/v1/validateSession': reading(sessionOf),
  'GET /authentication/v1/destroySession': reading(() => ''),
  'GET /authentication/v1/hasAccessToScope': reading(() => '"hasAccess"', { query: { scope: 'safe' } }),
  'POST /authentication/v1/loginToScope': attempt<Target>({
    target: async () => ({ ...nothing, traces: [inScope] }),
    parts: (_, circumstances) => entering(circumstances),
    shows: () => inScope,
  }),
  'POST /oauth2/token': attempt<Client>({
    target: client,
    parts: (known, { situation }) => ({ form: tokenForm(known, situation) }),
    shows: () => '"access_token"',
  }),
};
