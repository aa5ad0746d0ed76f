import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import { registration } from './applications.ts';

const path = '/admin/v1/repositories/{connection}';

/** A server that is a repository under every path: `/ID/metadata` shows the properties of the repository ID. */
let origin: Promise<string> | undefined;

function startRepositories(): Promise<string> {
  const server = createServer((request, response) => {
    const [, id = ''] = (request.url ?? '').split('/');
    response.end(registration(id, { type: 'REPOSITORY' }));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    // It ends with the process.
    server.unref();
  });
}

async function addressOf(id: string): Promise<string> {
  origin ??= startRepositories();
  return `${await origin}/${id}/rest`;
}

interface Connection extends Target {
  readonly id: string;
  readonly url: string;
}

/** Others connect repositories at the same time: what counts is this one. */
async function connection({ wire, situation }: Circumstances): Promise<Connection> {
  const id = newWord();
  const url = await addressOf(id);
  if (situation === 'present') await wire.ask(admin, 'POST /admin/v1/repositories', { json: { url } });
  const picture = async (): Promise<string> =>
    String(JSON.stringify(await wire.ask(admin, 'GET /admin/v1/repositories')).includes(`"${id}"`));
  return { id, url, traces: [], picture };
}

const present = (circumstances: Circumstances): Promise<Connection> =>
  connection({ ...circumstances, situation: 'present' });

export const repositoryAttempts: Attempts = {
  'GET /admin/v1/repositories': attempt<Connection>({
    target: async (circumstances) => {
      const made = await present(circumstances);
      return { ...made, traces: [made.id] };
    },
    parts: () => ({}),
    shows: ({ id }) => id,
  }),
  'POST /admin/v1/repositories': attempt<Connection>({
    target: connection,
    parts: ({ url }) => ({ json: { url } }),
    changed: (after, _, before) => before === 'false' && after === 'true',
  }),
  [`DELETE ${path}`]: attempt<Connection>({
    target: connection,
    parts: ({ id }) => ({ params: { connection: id } }),
    changed: (after, _, before) => before === 'true' && after === 'false',
  }),
  [`GET ${path}/test`]: attempt<Connection>({
    target: connection,
    parts: ({ id }) => ({ params: { connection: id } }),
    shows: ({ id }) => `"id":"${id}"`,
  }),
};
