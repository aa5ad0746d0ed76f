import { RepositoryError } from '../../base/errors/errors.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { AlreadyRequested, NoFinishedExport } from '../../services/privacy/data-exports.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentExportEntry, presentExportStatus } from '../presenters/data-export.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { personAt } from '../request/person-address.ts';
import { ErrorWithBody } from '../response/error-with-body.ts';
import { writtenPage } from '../response/page-stream.ts';

type DataProtectionHandlers = Pick<
  Handlers,
  'requestDataExport' | 'getDataExport' | 'listDataExports' | 'cancelDataExport' | 'runDataExports'
>;

/** The same failure with the queue entry in its details. */
function withStatus(error: unknown): unknown {
  if (!(error instanceof NoFinishedExport) || error.entry === undefined) return error;
  return new RepositoryError(error.code, error.message, { details: { status: presentExportStatus(error.entry) } });
}

export function dataProtectionHandlers({ services, settings, answers }: HandlerParts): DataProtectionHandlers {
  const { dataExports } = services;
  return {
    async requestDataExport({ params }, { caller }) {
      try {
        return presentExportStatus(await dataExports.request(caller, personAt(params.person, caller)));
      } catch (error) {
        throw error instanceof AlreadyRequested ? new ErrorWithBody(409, presentExportStatus(error.entry)) : error;
      }
    },
    async getDataExport({ params }, context) {
      const finished = dataExports.finished(context.caller, personAt(params.person, context.caller));
      const { entry, node, expires } = await finished.catch((error: unknown) => Promise.reject(withStatus(error)));
      const status = JSON.stringify(presentExportStatus(entry));
      const written = await answers.one(node, context);
      return new WrittenJson(
        '{"nodeEntry":',
        written,
        `,"status":${status},"statusObject":${status},"expires":${JSON.stringify(expires)}}`,
      );
    },
    async listDataExports({ query }, context) {
      const page = await dataExports.list(pageOfQuery(query, settings.pageSize));
      const written = await writtenPage(page.items, context, (entry) => JSON.stringify(presentExportEntry(entry)));
      return writePage('exports', page, written, context);
    },
    async cancelDataExport({ params }, { caller }) {
      await dataExports.cancel(caller, personAt(params.person, caller));
      return undefined;
    },
    async runDataExports(_, { caller }) {
      const { finished, failed, removed } = await dataExports.run(caller);
      return { finished: [...finished], failed: [...failed], removed: [...removed] };
    },
  };
}
