import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createPrivateFile } from '../files/private-files.ts';

const bits = 2048;

/**
 * Makes an RSA key pair for signing calls. The private key goes into a new file of mode 0600 (PKCS #8, PEM) and is on
 * disk when this resolves with the public one (SPKI, PEM). Refuses where something lies there.
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
