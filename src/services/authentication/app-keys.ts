import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** In bits. Shorter ones can be broken. */
const shortestKey = 2048;

/** Clients write the key with its lines, without them, or as its bare Base64. */
function pemOf(text: string): string {
  const base64 = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s+/g, '');
  const label = /-----BEGIN (RSA PUBLIC KEY)-----/.exec(text)?.[1] ?? 'PUBLIC KEY';
  return `-----BEGIN ${label}-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
}

/** The RSA key that a text holds (PEM, or its bare Base64), or why it is none that can be used. */
export function appKey(text: string): KeyObject | string {
  if (/PRIVATE/.test(text)) return 'it is a private key: register the public one';
  let key: KeyObject;
  try {
    key = createPublicKey(pemOf(text));
  } catch {
    // Whatever the library says of it, the advice is the same.
    return 'it is no public key in PEM';
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined) return 'it is no RSA key';
  return bits < shortestKey ? `it has ${bits} bits, and needs ${shortestKey} at least` : key;
}

/** Whether the bytes are the app's signature of a text (RSASSA-PKCS1-v1_5 with SHA-256, or with SHA-1 where allowed). */
export function isSignedBy(key: KeyObject, signed: string, signature: Buffer, allowSha1: boolean): boolean {
  const text = Buffer.from(signed, 'utf8');
  if (verify('sha256', text, key, signature)) return true;
  return allowSha1 && verify('sha1', text, key, signature);
}
