import { RepositoryError } from '../../base/errors/errors.ts';
import type { Report, ReportWriter } from '../../ports/report-writer.ts';
import { type ReportThread, startReportThread } from './report-thread.ts';
import { readTemplate, type TemplateFile } from './template/template-file.ts';

const stopping = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'The report could not be made: the server is stopping. Try again after it restarts.',
  );

/** Makes each report in a worker thread, which exists until the report is ready. Does not access the disk yet. */
export function createReportWriter(template: TemplateFile): ReportWriter {
  const threads = new Set<ReportThread>();
  let isStopped = false;

  return {
    async check() {
      await readTemplate(template);
    },
    async write(report: Report) {
      const text = await readTemplate(template);
      if (isStopped) throw stopping();
      const thread = startReportThread({ template: text, report });
      threads.add(thread);
      try {
        return await thread.bytes;
      } catch (error) {
        throw isStopped ? stopping() : error;
      } finally {
        threads.delete(thread);
        // It has nothing left to do, but its end need not be waited for.
        await thread.end();
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}
