import { unlink } from 'node:fs/promises';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { saveSecret } from '../app/client-secret.ts';
import { createPrivateFile, requireAbsent } from '../files/private-files.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

interface AddOptions {
  readonly id: string;
  /** A new file for the secret; undefined to print it. */
  readonly secretFile: string | undefined;
  readonly renew: boolean;
}

type Added = Result<Operations['addOAuthClient']>;

const addedRecord: RecordView<Added> = {
  id: ({ id }) => id,
  fields: ({ id, secret }) => [
    ['client', id],
    ['secret, shown only once', secret],
  ],
};

const alreadyRegistered = (id: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `The client ${id} already exists.`,
    why: 'Its secret is not replaced without --renew, because a new secret ends all sign-ins with the old one.',
    next: `Choose another ID, or replace the secret: edu-repo client add ${id} --renew`,
  });

async function addWithSecretFile(path: string, client: Client, id: string, context: Context): Promise<void> {
  // The file is created first, because the repository returns the secret only once.
  const file = await createPrivateFile(path);
  try {
    const added = await client.addOAuthClient({ client: id }).catch(async (error: unknown) => {
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

export const clientAdd = defineCommand<{ readonly secretFile?: string; readonly renew?: boolean }, AddOptions>({
  examples: [
    { line: 'edu-repo client add schulportal', does: 'register a client and show its secret once' },
    {
      line: 'edu-repo client add edu-repo --secret-file client.secret',
      does: 'write the secret to a new file with mode 0600, for edu-repo login',
    },
    { line: 'edu-repo client add schulportal --renew', does: 'replace the secret; the old one stops working' },
  ],
  configure: (command) =>
    command
      .argument('<id>', 'ID of the client')
      .option('--secret-file <file>', 'write the secret to this new file instead of showing it')
      .option('--renew', 'replace the secret of an existing client'),
  readOptions: ([id = ''], flags) => ({ id, secretFile: flags.secretFile, renew: flags.renew === true }),
  run: async (options, context) => {
    const { client } = await context.connect();
    const { clients } = await client.listOAuthClients();
    const exists = clients.some(({ id }) => id === options.id);
    if (exists && !options.renew) throw alreadyRegistered(options.id);
    if (context.globals.dryRun) {
      if (options.secretFile !== undefined) await requireAbsent(options.secretFile);
      context.output.note(`Would ${exists ? 'replace the secret of' : 'register'} the client ${options.id}.`);
      return exitCodes.ok;
    }
    await add(options, client, context);
    return exitCodes.ok;
  },
});
