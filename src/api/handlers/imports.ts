import type { z } from 'zod';
import { spreadsheetLine } from '../../base/csv.ts';
import { type FileImport as Contract, importChoices, importKinds } from '../../contract/objects/imports.ts';
import { itemCount, type ReportedItem } from '../../domain/harvests/file-import.ts';
import type { FileImport } from '../../services/harvests/file-imports.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { nodeAt } from '../request/node-address.ts';
import { offerOf } from '../response/file-offer.ts';

type ImportHandlers = Pick<Handlers, 'prepareImport' | 'getImport' | 'runImport' | 'getImportReport'>;

type Presented = z.output<typeof Contract>;

type Report = NonNullable<Presented['report']>;

const presentItem = ({ result, problems, ...item }: ReportedItem): Report['items'][number] => ({
  ...item,
  result: result === 'already there' ? 'alreadyThere' : result,
  problems: problems.map((problem) => ({ ...problem })),
});

function presentReport(report: NonNullable<FileImport['report']>): Report {
  const { counts, items, problems, ...facts } = report;
  const { 'already there': alreadyThere, ...others } = counts;
  return {
    ...facts,
    total: itemCount(report),
    counts: { ...others, alreadyThere },
    items: items.map(presentItem),
    problems: problems.map(presentItem),
  };
}

const columns = ['result', 'item', 'title', 'name', 'node', 'column', 'reason', 'suggestion'];

const separator = ' | ';

const rowOf = ({ result, where, title, name, node, problems }: ReportedItem): string =>
  spreadsheetLine([
    ...[result, where, title, name, node ?? ''],
    problems.map(({ column }) => column ?? '').join(separator),
    problems.map(({ why }) => why).join(separator),
    problems.map(({ next }) => next ?? '').join(separator),
  ]);

export function importHandlers({ services: { fileImports, systemFolders } }: HandlerParts): ImportHandlers {
  async function present(found: FileImport, items: AsyncIterable<unknown>): Promise<Presented> {
    const { id, fileName, target, options, state, report, endsAt } = found;
    let done = 0;
    for await (const _ of items) done += 1;
    return {
      ...{ id, fileName, parent: target, state, done },
      kind: importKinds.find((kind) => kind === options.kind) ?? null,
      ifExists: importChoices.find((choice) => choice === options.ifExists) ?? 'update',
      report: report && presentReport(report),
      expires: endsAt?.toISOString() ?? null,
    };
  }

  return {
    async prepareImport({ query: { parent, ...options }, body }, { caller }) {
      const found = await fileImports.prepare(caller, nodeAt(parent, caller, systemFolders), body, options);
      return present(found, await fileImports.items(caller, found.id));
    },
    async getImport({ params }, { caller }) {
      const found = await fileImports.get(caller, params.import);
      return present(found, await fileImports.items(caller, found.id));
    },
    async runImport({ params }, { caller }) {
      const found = await fileImports.run(caller, params.import);
      return present(found, await fileImports.items(caller, found.id));
    },
    async getImportReport({ params }, { caller }) {
      const lines = [spreadsheetLine(columns)];
      for await (const item of await fileImports.items(caller, params.import)) lines.push(rowOf(item));
      const facts = { mimeType: 'text/csv', fileName: 'import.csv', disposition: 'attachment' } as const;
      // With a byte order mark, so that spreadsheets read it as UTF-8.
      return offerOf(Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`), facts);
    },
  };
}
