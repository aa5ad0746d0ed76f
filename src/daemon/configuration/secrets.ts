import { isAbsolute, join } from 'node:path';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { readRegularFile } from '../data-directory/regular-file.ts';

/** A secret of the configuration: itself, or where it stands. */
export type SecretSetting = string | { readonly file: string } | { readonly env: string };

async function readSecret(key: string, given: SecretSetting, dataDirectory: string): Promise<string> {
  if (typeof given === 'string') return given;
  if ('env' in given) return process.env[given.env] ?? '';
  const path = isAbsolute(given.file) ? given.file : join(dataDirectory, given.file);
  try {
    // Whoever writes a file ends its line.
    return (await readRegularFile(path)).toString('utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigurationError(`${key} names a file that cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The secret that a key of the configuration gives, or names the file (relative to the data directory) or the variable
 * of. Rejects with `ConfigurationError` where there is none, or an empty one.
 */
export async function secretOf(key: string, given: SecretSetting, dataDirectory: string): Promise<string> {
  const secret = await readSecret(key, given, dataDirectory);
  if (secret !== '') return secret;
  throw new ConfigurationError(`${key} is empty: give a secret, or the file or variable that has one`);
}
