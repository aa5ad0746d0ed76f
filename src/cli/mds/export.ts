import { writeAtomically } from '../files/atomic-write.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface ExportFlags {
  readonly to?: string;
  readonly force?: true;
}

interface ExportOptions {
  readonly id: string;
  /** A local file; undefined for stdout. */
  readonly to: string | undefined;
  readonly force: boolean;
}

export const mdsExport = defineCommand<ExportFlags, ExportOptions>({
  examples: [
    { line: 'edu-repo mds export default --to default.yaml', does: 'write a set and its value lists to one file' },
    { line: 'edu-repo mds export schule', does: 'write a set to stdout, as YAML that mds import reads' },
  ],
  configure: (command) =>
    command
      .argument('<id>', 'ID of a metadata set')
      .option('--to <file>', 'write to this file instead of stdout')
      .option('--force', 'overwrite an existing file'),
  readOptions: ([id = ''], { to, force }) => ({ id, to: to === '-' ? undefined : to, force: force === true }),
  async run({ id, to, force }, context) {
    const { client } = await context.connect();
    const { bytes } = await client.exportMetadata({ repository, metadataset: id });
    if (to === undefined) {
      await context.output.stream(bytes);
      return exitCodes.ok;
    }
    await writeAtomically(bytes, to, force);
    context.output.note(`Wrote the metadata set ${id} to ${to}.`);
    return exitCodes.ok;
  },
});
