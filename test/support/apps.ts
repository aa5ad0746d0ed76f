import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UploadedFile } from '../../src/contract/file-body.ts';
import type { School } from './transports.ts';
import { newName } from './trees.ts';

/** An application with a key of its own, as a plugin makes it. */
export interface TestApp {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** The entries of its registration. */
  readonly entries: Readonly<Record<string, string>>;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Java properties in XML, as plugins in the field write them: with a document type, indented, the key with its lines. */
export function registrationOf(entries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(entries).map(
    ([key, value]) => `  <entry key="${escaped(key)}">${escaped(value)}</entry>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">',
    '<properties>',
    ...lines,
    '</properties>',
    '',
  ].join('\n');
}

export const asUpload = (text: string | Buffer): UploadedFile => ({
  name: 'registration.xml',
  mimeType: 'text/xml',
  bytes: Readable.from([Buffer.from(text)]),
});

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An app that may do what apps may; `entries` change or (undefined) leave out some of its registration. */
export function newApp(entries: Readonly<Record<string, string | undefined>> = {}): TestApp {
  const id = newName('app');
  const usual = {
    appid: id,
    type: 'LMS',
    appcaption: 'A learning platform & more',
    host: '127.0.0.1',
    domain: 'localhost',
    host_aliases: '',
    trustedclient: 'true',
    public_key: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const all = Object.entries({ ...usual, ...entries }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { id, privateKey: keys.privateKey, entries: Object.fromEntries(all) };
}

/** Makes an app and registers it. */
export async function registeredApp(
  school: School,
  entries: Readonly<Record<string, string | undefined>> = {},
): Promise<TestApp> {
  const app = newApp(entries);
  await school.admin.registerApplication({ body: asUpload(registrationOf(app.entries)) });
  return app;
}

export interface SigningChoices {
  readonly algorithm?: 'sha1' | 'sha256';
  /** Milliseconds since 1970; now, unless told. */
  readonly timestamp?: number;
  readonly signed?: string;
}

let signatures = 0;

/** The four headers of a signed call. Without `signed`, another text each time. */
export function signedBy(app: TestApp, choices: SigningChoices = {}): Record<string, string> {
  const timestamp = String(choices.timestamp ?? Date.now());
  signatures += 1;
  const signed = choices.signed ?? `${app.id}anna${timestamp} ${signatures}`;
  const signature = sign(choices.algorithm ?? 'sha1', Buffer.from(signed), app.privateKey).toString('base64');
  return {
    'x-edu-app-id': app.id,
    'x-edu-app-sig': signature,
    'x-edu-app-signed': signed,
    'x-edu-app-ts': timestamp,
  };
}
