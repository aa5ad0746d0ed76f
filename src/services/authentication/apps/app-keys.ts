import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The minimum length of a key, in bits. Shorter keys are considered insecure. */
const minKeyLength = 2048;

/** Clients send PEM with or without line breaks, or the bare Base64. */
function pemOf(text: string): string {
  const base64 = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s+/g, '');
  const label = /-----BEGIN (RSA PUBLIC KEY)-----/.exec(text)?.[1] ?? 'PUBLIC KEY';
  return `-----BEGIN ${label}-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
}

/** Parses a public RSA key: PEM, or its bare Base64. Returns a string that explains the problem if the key is unusable. */
export function appKey(text: string): KeyObject | string {
  if (/PRIVATE/.test(text)) return 'it is a private key. Register the public key instead';
  let key: KeyObject;
  try {
    key = createPublicKey(pemOf(text));
  } catch {
    // The error of the library would not help the administrator.
    return 'it is not a public key in PEM format';
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined) return 'it is not an RSA key';
  return bits < minKeyLength ? `it has ${bits} bits, but at least ${minKeyLength} are required` : key;
}

/** Verifies the signature of a text (RSASSA-PKCS1-v1_5 with SHA-256, or also with SHA-1 if allowed). */
export function isSignedBy(key: KeyObject, signed: string, signature: Buffer, allowSha1: boolean): boolean {
  const text = Buffer.from(signed, 'utf8');
  if (verify('sha256', text, key, signature)) return true;
  return allowSha1 && verify('sha1', text, key, signature);
}
