import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { requireAbsent } from '../files/private-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { collect } from '../node-arguments/properties.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { writeJavaProperties } from './java-properties.ts';
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

/** A registration by flags, but for its public key. */
interface FlaggedApp {
  readonly properties: ReadonlyMap<string, string>;
  /** A file with the public key, a new file for a private one whose public key is taken, or no key. */
  readonly key: { readonly public: string } | { readonly generate: string } | undefined;
}

type AddOptions = { readonly file: string } | FlaggedApp;

const unclear = (why: string) => usageFailure('It is not clear what to register.', why, 'Try: edu-repo help app add');

function readPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw unclear(`«${text}» is no property: write its name, =, and the value.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function keyOf({ publicKey, generateKey }: AddFlags): FlaggedApp['key'] {
  if (publicKey !== undefined && generateKey !== undefined) {
    throw unclear('--public-key and --generate-key exclude each other.');
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
    if (Object.keys(flags).length > 0) throw unclear('A file says everything: no flags go with it.');
    return { file };
  }
  if (flags.id === undefined) throw unclear('Neither a file nor --id is given.');
  return readFlags(flags.id, flags);
}

async function publicKeyOf(key: FlaggedApp['key'], dryRun: boolean): Promise<string | undefined> {
  if (key === undefined) return undefined;
  if ('public' in key) return (await readRegularFile(key.public)).toString('utf8');
  if (!dryRun) return makeKeyPair(key.generate);
  await requireAbsent(key.generate);
  return '(a new one)';
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

/** An application is registered also without what it needs to sign anybody in: it may get that later, but not unsaid. */
function warnOfWhatIsMissing(options: AddOptions, { output }: Context): void {
  if ('file' in options || options.properties.get('trustedclient') !== 'true') return;
  const { properties, key } = options;
  const missing: string[] = [];
  if (key === undefined && !properties.has('public_key')) missing.push('a key (--generate-key or --public-key)');
  if (!['host', 'host_aliases', 'domain'].some((name) => properties.has(name))) {
    missing.push('where it calls from (--host or --domain)');
  }
  if (missing.length > 0) output.report(`Careful: it can sign nobody in without ${missing.join(' and ')}.`);
}

/** `app add` */
export const appAdd = defineCommand<AddFlags, AddOptions>({
  examples: [
    { line: 'edu-repo app add moodle.properties.xml', does: 'the file that the plugin of a learning platform writes' },
    {
      line: 'edu-repo app add --id moodle --host 192.0.2.10 --generate-key moodle.key',
      does: 'by flags, with a new key pair: the private key goes into a new file of mode 0600',
    },
    {
      line: 'edu-repo app add --id moodle --host 192.0.2.10 --public-key moodle.pub --type LMS --title Moodle',
      does: 'with the public key that the application has made',
    },
  ],
  configure: (command) =>
    command
      .argument('[file]', 'a registration: Java properties in XML')
      .option('--id <id>', 'the id that the application calls itself')
      .option('--type <type>', 'LMS, CMS, SERVICE, …; LMS when left out')
      .option('--title <text>', 'how people know it')
      .option('--host <host>', 'the address it calls from; * for any')
      .option('--domain <domain>', 'the domain it calls from')
      .option('--public-key <file>', 'a file with its public key (PEM)')
      .option('--generate-key <file>', 'make a key pair, and put the private key into this new file')
      .option('--untrusted', 'it may not sign people in')
      .option(
        '--property <name=value>',
        'a further property, such as message_offset_ms; repeat it for several',
        collect,
      ),
  readOptions,
  run: async (options, context) => {
    warnOfWhatIsMissing(options, context);
    const { name, bytes } = await registrationOf(options, context);
    if (context.globals.dryRun) {
      context.output.note(`Would register:\n${bytes.toString('utf8').trimEnd()}`);
      return exitCodes.ok;
    }
    const keyFile = 'key' in options && options.key !== undefined && 'generate' in options.key && options.key.generate;
    const registered = await register(name, bytes, context).catch(async (error: unknown) => {
      // The key of a registration that is none would stand in the way of the next try.
      if (keyFile) await rm(keyFile, { force: true });
      throw error;
    });
    await (await context.printer()).record(registered, appRecord);
    if (keyFile)
      context.output.note(`The private key is in ${keyFile}: give it to the application, and to nobody else.`);
    return exitCodes.ok;
  },
});
