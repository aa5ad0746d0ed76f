import { randomBytes } from 'node:crypto';
import { writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { dataPaths, readOperatorToken } from './data-directory.ts';

/** A token as it is created: 32 bytes in base64url (RFC 4648, section 5). */
const tokenForm = /^[\w-]{43}$/;

/**
 * Reads the operator token. Creates it if it is missing or damaged: a shorter one could be guessed. Call this from the process that
 * owns the directory.
 */
export async function persistedOperatorToken(dataDirectory: string): Promise<string> {
  try {
    const token = await readOperatorToken(dataDirectory);
    if (tokenForm.test(token)) return token;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const token = randomBytes(32).toString('base64url');
  await writeDurably(dataPaths(dataDirectory).operatorToken, `${token}\n`);
  return token;
}
