import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { writeJavaProperties } from '../apps/java-properties.ts';
import { makeKeyPair } from '../apps/key-pair.ts';
import { appRecord } from '../apps/views.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { collect } from '../nodes/properties.ts';
import { requireAbsent } from '../private-files.ts';

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
  const said: readonly (readonly [string, string | undefined])[] = [
    ['appid', id],
    ['appcaption', flags.title ?? id],
    ['type', flags.type ?? 'LMS'],
    ['trustedclient', flags.untrusted === true ? 'false' : 'true'],
    ['domain', flags.domain],
    ['host', flags.host],
  ];
  const properties = new Map(said.filter((pair): pair is [string, string] => pair[1] !== undefined));
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
  if ('public' in key) return readFile(key.public, 'utf8');
  if (!dryRun) return makeKeyPair(key.generate);
  await requireAbsent(key.generate);
  return '(a new one)';
}

async function registrationOf(options: AddOptions, { globals }: Context) {
  if ('file' in options) return { name: basename(options.file), bytes: await readFile(options.file) };
  const publicKey = await publicKeyOf(options.key, globals.dryRun);
  const properties = [...options.properties, ...(publicKey === undefined ? [] : [['public_key', publicKey] as const])];
  return { name: 'app.xml', bytes: Buffer.from(writeJavaProperties(properties)) };
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
    const { name, bytes } = await registrationOf(options, context);
    if (context.globals.dryRun) {
      context.output.note(`Would register:\n${bytes.toString('utf8').trimEnd()}`);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const body = { name, mimeType: 'text/xml', size: bytes.length, bytes: Readable.from([bytes]) };
    await (await context.printer()).record(await client.registerApplication({ body }), appRecord);
    return exitCodes.ok;
  },
});
