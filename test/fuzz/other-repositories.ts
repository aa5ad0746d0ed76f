import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newApp, registrationOf } from '../support/apps.ts';

/** A server that is another repository under every path. */
export interface OtherRepositories {
  /** `ORIGIN/ID/rest` is the address of the repository ID. */
  readonly origin: string;
  stop(): void;
}

export async function startOtherRepositories(): Promise<OtherRepositories> {
  const { entries } = newApp();
  const server = createServer((request, response) => {
    const [, appid = ''] = (request.url ?? '').split('/');
    response.end(registrationOf({ ...entries, appid, type: 'REPOSITORY' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
