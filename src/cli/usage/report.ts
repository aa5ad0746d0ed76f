import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { wholeList } from '../connection/pages.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { readDay } from './days.ts';
import { type ReportedUsage, type Usage, usageReportList } from './views.ts';

interface ReportFlags {
  readonly app?: string;
  readonly course?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ReportOptions {
  readonly app: string | undefined;
  readonly course: string | undefined;
  /** In milliseconds since 1970. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Returns a function that reads the title of a node. The usages of a node follow each other, so it remembers the last one. */
function createTitleReader(client: Client): (node: string) => Promise<string> {
  let last: { readonly node: string; readonly title: string } | undefined;
  return async (node) => {
    if (last?.node !== node) last = { node, title: await titleOf(client, node) };
    return last.title;
  };
}

async function titleOf(client: Client, node: string): Promise<string> {
  try {
    const { node: found } = await client.getNode({ repository, node });
    return found.title ?? found.name;
  } catch (error) {
    // Another caller may have deleted the node in the meantime.
    if (error instanceof AnswerError && (error.status === 404 || error.status === 403)) return '';
    throw error;
  }
}

async function* reportOf(client: Client, { app, course, from, to }: ReportOptions): AsyncGenerator<ReportedUsage> {
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const all = wholeList<Usage>(async (skipCount) => {
    const { usages, pagination } = await client.listRepositoryUsages({
      repository,
      nodeId: '-all-',
      skipCount,
      ...period,
    });
    return { entries: usages, pagination };
  });
  const titleAt = createTitleReader(client);
  for await (const usage of all) {
    if (app !== undefined && usage.appId !== app) continue;
    if (course !== undefined && usage.courseId !== course) continue;
    yield { ...usage, title: await titleAt(usage.parentNodeId) };
  }
}

export const usageReport = defineCommand<ReportFlags, ReportOptions>({
  examples: [
    {
      line: 'edu-repo usage report -o csv',
      does: 'print all material that is used in courses, for a spreadsheet',
    },
    {
      line: 'edu-repo usage report --app moodle --from 2026-08-01 --to 2027-07-31',
      does: 'show what a learning platform used in a school year',
    },
  ],
  configure: (command) =>
    command
      .option('--app <id>', 'report only usages of this app')
      .option('--course <course>', 'report only usages in this course')
      .option('--from <day>', 'report only usages on this day or later, such as 2026-08-01')
      .option('--to <day>', 'report only usages on this day or earlier'),
  readOptions: (_, { app, course, from, to }) => ({
    ...{ app, course },
    from: from === undefined ? undefined : readDay(from).start,
    to: to === undefined ? undefined : readDay(to).end,
  }),
  run: async (options, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(reportOf(client, options), usageReportList);
    if (shown === 0) context.output.note('There are no such usages.');
    return exitCodes.ok;
  },
});
