import { dataPaths } from './data-directory.ts';
import { listenOnPort } from './listen.ts';
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
  const listener = await listenOnPort((_, response) => response.end(), server.host, server.port);
  await listener.close();
}
