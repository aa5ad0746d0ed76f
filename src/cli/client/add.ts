import { unlink } from 'node:fs/promises';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { saveSecret } from '../app/client-secret.ts';
import { createPrivateFile, requireAbsent } from '../files/private-files.ts';
import type { RecordView } from '../print/printer.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

interface AddOptions {
  readonly id: string;
  /** A new file for the secret; undefined: it is shown. */
  readonly secretFile: string | undefined;
  readonly renew: boolean;
}

type Added = Result<Operations['addOAuthClient']>;

const addedRecord: RecordView<Added> = {
  id: ({ id }) => id,
  fields: ({ id, secret }) => [
    ['client', id],
    ['secret, shown this once', secret],
  ],
};

const alreadyRegistered = (id: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `There is a client ${id} already.`,
    why: 'A new secret would end everything that it has signed in.',
    next: `Choose another id, or: edu-repo client add ${id} --renew`,
  });

async function addWithSecretFile(path: string, client: Client, id: string, context: Context): Promise<void> {
  // Made first: a secret that has been given out must have a place to go to.
  const file = await createPrivateFile(path);
  try {
    const added = await client.addOAuthClient({ client: id }).catch(async (error: unknown) => {
      // Nothing came that would be worth keeping.
      await unlink(path);
      throw error;
    });
    await saveSecret(file, path, added, context.output);
  } finally {
    await file.close();
  }
}

async function add({ id, secretFile }: AddOptions, client: Client, context: Context): Promise<void> {
  if (secretFile === undefined) {
    await (await context.printer()).record(await client.addOAuthClient({ client: id }), addedRecord);
    return;
  }
  await addWithSecretFile(secretFile, client, id, context);
  context.output.note(`The secret of ${id} is in ${secretFile}.`);
}

/** `client add` */
export const clientAdd = defineCommand<{ readonly secretFile?: string; readonly renew?: boolean }, AddOptions>({
  examples: [
    { line: 'edu-repo client add schulportal', does: 'makes a secret and shows it this once' },
    {
      line: 'edu-repo client add edu-repo --secret-file client.secret',
      does: 'puts it into a new file of mode 0600, for edu-repo login',
    },
    { line: 'edu-repo client add schulportal --renew', does: 'a new secret; the old one holds no more' },
  ],
  configure: (command) =>
    command
      .argument('<id>', 'how the client calls itself')
      .option('--secret-file <file>', 'a new file for the secret, instead of showing it')
      .option('--renew', 'give a client that is there a new secret'),
  readOptions: ([id = ''], flags) => ({ id, secretFile: flags.secretFile, renew: flags.renew === true }),
  run: async (options, context) => {
    const { client } = await context.connect();
    const { clients } = await client.listOAuthClients();
    if (!options.renew && clients.some(({ id }) => id === options.id)) throw alreadyRegistered(options.id);
    if (context.globals.dryRun) {
      if (options.secretFile !== undefined) await requireAbsent(options.secretFile);
      context.output.note(`Would register the client ${options.id}.`);
      return exitCodes.ok;
    }
    await add(options, client, context);
    return exitCodes.ok;
  },
});
