import { callerNames } from '../grid.ts';
import { callers, foreigner, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type AnyAttempt, type Attempts, attempt, type Circumstances, nothing, type Target } from '../target.ts';
import type { Parts } from '../wire.ts';
import { applicationAttempts } from './applications.ts';
import { harvestAttempts } from './harvests.ts';
import { repositoryAttempts } from './repositories.ts';

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

async function client({ wire }: Circumstances): Promise<Client> {
  const id = newWord();
  const { secret } = await wire.ask(admin, 'PUT /admin/v1/clients/{client}', { params: { client: id } });
  return { ...nothing, id, secret };
}

function tokenForm({ id, secret }: Client, { caller, situation }: Circumstances): Record<string, string> {
  const isWrong = situation === 'wrong-client';
  const isUnknown = isWrong && callerNames.indexOf(caller) % 2 === 0;
  return {
    grant_type: situation === 'unknown-grant' ? 'implicit' : 'password',
    client_id: isUnknown ? newWord() : id,
    client_secret: isWrong && !isUnknown ? newWord() : secret,
    username: callers.owner?.userName ?? '',
    password: callers.owner?.password ?? '',
  };
}

/** Everybody from an address of their own, as a proxy says it: so many wrong ones would slow down a single one. */
const from = ({ caller }: Circumstances): Record<string, string> => ({
  'x-forwarded-for': `192.0.2.${callerNames.indexOf(caller) + 1}`,
});

export const serviceAttempts: Attempts = {
  ...applicationAttempts,
  ...repositoryAttempts,
  ...harvestAttempts,
  'GET /metadata': reading(() => 'BEGIN PUBLIC KEY', { query: { format: 'lms', external: 'true' } }),
  'GET /network/v1/repositories': reading(() => '"isHomeRepo":true'),
  'GET /_about': reading(() => '"services"'),
  'GET /_about/status/{mode}': reading(() => '"OK"', { params: { mode: 'SERVICE' } }),
  'GET /config/v1/values': reading(() => '"siteTitle"'),
  'GET /config/v1/variables': reading(() => '"current"'),
  'GET /config/v1/language': reading(() => '"currentLanguage"'),
  'GET /config/v1/language/defaults': reading(() => '{'),
  'GET /openapi.json': reading(() => '"paths"'),
  'GET /swagger.json': reading(() => '"paths"'),
  'GET /icons/{icon}': reading(() => '<svg', { params: { icon: 'folder.svg' } }),
  'GET /admin/v1/status': reading(() => '"index"'),
  'POST /admin/v1/verify': reading(() => '"problems"'),
  'POST /admin/v1/backup': reading(() => '"copied"', { json: { folder: '/nowhere/backup' } }),
  'GET /node/v1/dictionary/{repository}': reading(() => '"ccm:io"'),
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
    parts: (known, circumstances) => ({ form: tokenForm(known, circumstances), headers: from(circumstances) }),
    once: true,
    shows: () => '"access_token"',
  }),
};
