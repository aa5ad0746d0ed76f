import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createPrivateFile } from '../files/private-files.ts';

const bits = 2048;

/**
 * Creates an RSA key pair for signing calls. Writes the private key (PKCS #8, PEM) to a new file with mode 0600 and syncs
 * it to disk, then resolves with the public key (SPKI, PEM). Rejects if the file exists.
 */
export async function makeKeyPair(privateKeyFile: string): Promise<string> {
  const file = await createPrivateFile(privateKeyFile);
  try {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await file.writeFile(privateKey);
    await file.sync();
    return publicKey;
  } finally {
    await file.close();
  }
}
