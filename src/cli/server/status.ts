import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { RecordView } from '../print/printer.ts';
import { formatBytes } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Status = Result<Operations['getStatus']>;

function indexLine({ state, documents, position, waiting }: Status['index']): string {
  const progress = waiting === 0 ? 'all changes are in it' : `${waiting} changes still to be taken in`;
  return `${state}, ${documents} documents, up to change ${position}; ${progress}`;
}

function textsLine({ waiting, scans, failed }: Status['texts']): string {
  const progress = waiting === 0 ? 'all read' : `${waiting} changes still to be looked at`;
  return `${progress}; ${scans} scans without text, ${failed} that could not be read`;
}

function statusRecord(where: string): RecordView<Status> {
  return {
    id: (value) => value.repository.id,
    fields: ({ version, repository, process, store, index, metadataSets, previews, texts }) => [
      ['repository', `${repository.title} (${repository.id})`],
      ['at', where],
      ['version', version],
      ['process', `${process.pid}, since ${process.startedAt}, Node.js ${process.nodeVersion}`],
      ['memory', formatBytes(process.residentBytes)],
      ['nodes', String(store.nodes)],
      ['people', String(store.people)],
      ['changes', `${store.commit}${store.writable ? '' : ', and none can be made now'}`],
      ['problem', store.problem ?? 'none'],
      ...(store.damage ?? []).map(({ place, message }): [string, string] => ['damaged', `${place}: ${message}`]),
      ['search index', indexLine(index)],
      ['metadata sets', metadataSets.sets.join(', ')],
      ...metadataSets.problems.map(({ place, message, meanwhile }): [string, string] => [
        'to be mended',
        `${place}: ${message}. ${meanwhile}`,
      ]),
      ['pictures', previews.waiting === 0 ? 'all made' : `${previews.waiting} changes still to be looked at`],
      ['texts', textsLine(texts)],
    ],
  };
}

/** `status` */
export const status = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo status', does: 'the local repository: process, store and search index' },
    {
      line: 'edu-repo status --url https://repo.example.org',
      does: 'a repository elsewhere (as an administrator: see edu-repo help environment)',
    },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client, where } = await context.connect();
    await (await context.printer()).record(await client.getStatus(), statusRecord(where));
    return exitCodes.ok;
  },
});
