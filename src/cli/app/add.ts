import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { writeJavaProperties } from '../../base/java-properties.ts';
import { requireAbsent } from '../files/private-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { collect } from '../node-arguments/properties.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { makeKeyPair } from './key-pair.ts';
import { appRecord } from './views.ts';

interface AddFlags {
  readonly id?: string;
  readonly type?: string;
  readonly title?: string;
  readonly domain?: string;
  readonly host?: string;
  readonly publicKey?: string;
  readonly generateKey?: string;
  readonly untrusted?: boolean;
  readonly property?: readonly string[];
}

/** A registration from flags, without its public key. */
interface FlaggedApp {
  readonly properties: ReadonlyMap<string, string>;
  /** `public`: a file with the public key. `generate`: a new file for the private key of a new pair. */
  readonly key: { readonly public: string } | { readonly generate: string } | undefined;
}

type AddOptions = { readonly file: string } | FlaggedApp;

const cannotRegister = (why: string) =>
  usageFailure('Cannot register the app.', why, 'For help: edu-repo help app add');

function readPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw cannotRegister(`"${text}" is not a property in the form NAME=VALUE.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function keyOf({ publicKey, generateKey }: AddFlags): FlaggedApp['key'] {
  if (publicKey !== undefined && generateKey !== undefined) {
    throw cannotRegister('--public-key and --generate-key cannot be combined.');
  }
  if (publicKey !== undefined) return { public: publicKey };
  return generateKey === undefined ? undefined : { generate: generateKey };
}

function readFlags(id: string, flags: AddFlags): FlaggedApp {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['appid', id],
    ['appcaption', flags.title ?? id],
    ['type', flags.type ?? 'LMS'],
    ['trustedclient', flags.untrusted === true ? 'false' : 'true'],
    ['domain', flags.domain],
    ['host', flags.host],
  ];
  const properties = new Map(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
  for (const [name, value] of (flags.property ?? []).map(readPair)) properties.set(name, value);
  return { properties, key: keyOf(flags) };
}

function readOptions([file]: readonly string[], flags: AddFlags): AddOptions {
  if (file !== undefined) {
    if (Object.keys(flags).length > 0) throw cannotRegister('A registration file and options cannot be combined.');
    return { file };
  }
  if (flags.id === undefined) throw cannotRegister('Specify a registration file or --id.');
  return readFlags(flags.id, flags);
}

async function publicKeyOf(key: FlaggedApp['key'], dryRun: boolean): Promise<string | undefined> {
  if (key === undefined) return undefined;
  if ('public' in key) return (await readRegularFile(key.public)).toString('utf8');
  if (!dryRun) return makeKeyPair(key.generate);
  await requireAbsent(key.generate);
  return '(a new key)';
}

async function registrationOf(options: AddOptions, { globals }: Context) {
  if ('file' in options) return { name: basename(options.file), bytes: await readRegularFile(options.file) };
  const publicKey = await publicKeyOf(options.key, globals.dryRun);
  const properties = [...options.properties, ...(publicKey === undefined ? [] : [['public_key', publicKey] as const])];
  return { name: 'app.xml', bytes: Buffer.from(writeJavaProperties(properties)) };
}

async function register(name: string, bytes: Buffer, context: Context) {
  const { client } = await context.connect();
  const body = { name, mimeType: 'text/xml', size: bytes.length, bytes: Readable.from([bytes]) };
  return client.registerApplication({ body });
}

/** Warns about missing properties that the app needs for signing people in. */
function warnAboutMissingProperties(options: AddOptions, { output }: Context): void {
  if ('file' in options || options.properties.get('trustedclient') !== 'true') return;
  const { properties, key } = options;
  const missing: string[] = [];
  if (key === undefined && !properties.has('public_key')) missing.push('a key (--generate-key or --public-key)');
  if (!['host', 'host_aliases', 'domain'].some((name) => properties.has(name))) {
    missing.push('a host or domain (--host or --domain)');
  }
  if (missing.length > 0) output.report(`Warning: the app cannot sign people in without ${missing.join(' and ')}.`);
}

export const appAdd = defineCommand<AddFlags, AddOptions>({
  examples: [
    {
      line: 'edu-repo app add moodle.properties.xml',
      does: 'register a learning platform with the file that its plugin wrote',
    },
    {
      line: 'edu-repo app add --id moodle --host 192.0.2.10 --generate-key moodle.key',
      does: 'create a key pair, register the public key, and write the private key to a new file with mode 0600',
    },
    {
      line: 'edu-repo app add --id moodle --host 192.0.2.10 --public-key moodle.pub --type LMS --title Moodle',
      does: 'register an app that has its own key pair',
    },
  ],
  configure: (command) =>
    command
      .argument('[file]', 'a registration file: Java properties in XML')
      .option('--id <id>', 'ID of the app')
      .option('--type <type>', 'type of the app, such as LMS, CMS or SERVICE (default: LMS)')
      .option('--title <text>', 'name to show to people')
      .option('--host <host>', 'address that the app calls from; * for any')
      .option('--domain <domain>', 'domain that the app calls from')
      .option('--public-key <file>', 'file with the public key of the app (PEM)')
      .option('--generate-key <file>', 'create a key pair and write the private key to this new file')
      .option('--untrusted', 'do not allow the app to sign people in')
      .option('--property <name=value>', 'set another property, such as message_offset_ms; repeatable', collect),
  readOptions,
  run: async (options, context) => {
    warnAboutMissingProperties(options, context);
    const { name, bytes } = await registrationOf(options, context);
    const keyFile = 'key' in options && options.key !== undefined && 'generate' in options.key && options.key.generate;
    if (context.globals.dryRun) {
      // There is no key yet that the server could check.
      if (!keyFile) await register(name, bytes, context);
      context.output.note(`Would register:\n${bytes.toString('utf8').trimEnd()}`);
      return exitCodes.ok;
    }
    const registered = await register(name, bytes, context).catch(async (error: unknown) => {
      // A retry would fail if the file existed.
      if (keyFile) await rm(keyFile, { force: true });
      throw error;
    });
    await (await context.printer()).record(registered, appRecord);
    if (keyFile) context.output.note(`The private key is in ${keyFile}. Give it to the app only.`);
    return exitCodes.ok;
  },
});
