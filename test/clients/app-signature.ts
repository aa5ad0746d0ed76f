/** An application that the repository knows, with its key in PKCS#8, in Base64. */
export interface SigningApp {
  readonly id: string;
  readonly key: string;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The headers of a call that the application signs. `text` is what it signs besides the time. */
export async function signedBy({ id, key }: SigningApp, text: string): Promise<Record<string, string>> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('pkcs8', bytesOf(key), algorithm, false, ['sign']);
  const timestamp = String(Date.now());
  const signed = `${id}${text}${timestamp}`;
  const signature = new Uint8Array(
    await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(signed)),
  );
  return {
    'X-Edu-App-Id': id,
    'X-Edu-App-Signed': signed,
    'X-Edu-App-Sig': btoa(String.fromCharCode(...signature)),
    'X-Edu-App-Ts': timestamp,
  };
}
