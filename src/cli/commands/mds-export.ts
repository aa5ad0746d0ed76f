import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { repository } from '../nodes/node.ts';
import { requireAbsent } from '../private-files.ts';

interface ExportOptions {
  readonly id: string;
  /** A new file; undefined: stdout. */
  readonly to: string | undefined;
}

/** `mds export` */
export const mdsExport = defineCommand<{ readonly to?: string }, ExportOptions>({
  examples: [
    { line: 'edu-repo mds export default --to default.yaml', does: 'the set and its value lists, as one file' },
    { line: 'edu-repo mds export schule', does: 'the same on stdout; mds import takes in what was written' },
  ],
  configure: (command) =>
    command.argument('<id>', 'a metadata set').option('--to <file>', 'write it into this new file'),
  readOptions: ([id = ''], { to }) => ({ id, to }),
  async run({ id, to }, context) {
    if (to !== undefined) await requireAbsent(to);
    const { client } = await context.connect();
    const { bytes } = await client.exportMetadata({ repository, metadataset: id });
    if (to === undefined) {
      await context.output.stream(bytes);
      return exitCodes.ok;
    }
    const file = await open(to, 'wx');
    await pipeline(bytes, file.createWriteStream());
    context.output.note(`The set ${id} is in ${to}.`);
    return exitCodes.ok;
  },
});
