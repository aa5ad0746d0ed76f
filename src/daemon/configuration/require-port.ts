import { once } from 'node:events';
import { createServer } from 'node:net';
import { dataPaths } from '../data-directory/data-directory.ts';
import { loadConfiguration } from './load-configuration.ts';

/**
 * Rejects with the system error if a daemon with these settings could not listen. Does not keep the port. Call this
 * before a data directory is created: its password is shown only once, so a start should not fail after that.
 */
export async function requirePort(options: {
  readonly dataDirectory: string;
  readonly overrides: Readonly<Record<string, string>>;
}): Promise<void> {
  const { server } = await loadConfiguration({
    file: dataPaths(options.dataDirectory).config,
    environment: process.env,
    overrides: options.overrides,
  });
  const probe = createServer();
  probe.listen(server.port, server.host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
