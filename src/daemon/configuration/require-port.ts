import { once } from 'node:events';
import { createServer } from 'node:net';
import { dataPaths } from '../data-directory/data-directory.ts';
import { loadConfiguration } from './load-configuration.ts';

/**
 * Rejects with the error of the system where a daemon with these settings could not listen; keeps nothing. It is asked
 * before a data directory is made, as the password of a new one is shown a single time.
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
