import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { admin, basic, type TestPerson } from '../support/people.ts';
import { makeDataDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';

/** A running repository of its own. */
export interface Served {
  /** The administrator's. */
  readonly client: Client;
  /** That of a person who is known to it. */
  clientOf(person: TestPerson): Client;
  /** Stops it and takes away all that it has written. */
  close(): Promise<void>;
}

async function isSearchable(client: Client): Promise<boolean> {
  const { store, index, texts } = await client.getStatus();
  return index.state === 'ready' && index.position >= store.commit && texts.waiting === 0;
}

/** A new repository, filled through its interface, as soon as everything in it can be found. */
export async function serveSearchable(fill: (client: Client) => Promise<void>): Promise<Served> {
  const directory = await temporaryFolder();
  await makeDataDirectory(directory);
  const server = await serveDirectory(directory);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  const clientOf = (person: TestPerson): Client => createClient(http.send, () => basic(person));
  const client = clientOf(admin);
  await fill(client);
  while (!(await isSearchable(client))) await wait(100);
  return {
    client,
    clientOf,
    async close() {
      http.close();
      await server.close();
      await removeFolder(directory);
    },
  };
}
