import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { writeAtomically } from '../transfer/atomic-write.ts';

interface ExportFlags {
  readonly to?: string;
  readonly force?: true;
}

interface ExportOptions {
  readonly id: string;
  /** A local file; undefined: stdout. */
  readonly to: string | undefined;
  readonly force: boolean;
}

/** `mds export` */
export const mdsExport = defineCommand<ExportFlags, ExportOptions>({
  examples: [
    { line: 'edu-repo mds export default --to default.yaml', does: 'the set and its value lists, as one file' },
    { line: 'edu-repo mds export schule', does: 'the same on stdout; mds import takes in what was written' },
  ],
  configure: (command) =>
    command
      .argument('<id>', 'a metadata set')
      .option('--to <file>', 'write it into this file')
      .option('--force', 'write over a file that is there'),
  readOptions: ([id = ''], { to, force }) => ({ id, to: to === '-' ? undefined : to, force: force === true }),
  async run({ id, to, force }, context) {
    const { client } = await context.connect();
    const { bytes } = await client.exportMetadata({ repository, metadataset: id });
    if (to === undefined) {
      await context.output.stream(bytes);
      return exitCodes.ok;
    }
    await writeAtomically(bytes, to, force);
    context.output.note(`The set ${id} is in ${to}.`);
    return exitCodes.ok;
  },
});
