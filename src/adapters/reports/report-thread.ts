import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../base/errors/errors.ts';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';
import { startThread } from '../sandbox/start-thread.ts';
import type { ReportJob } from './render-report.ts';

/** The worker thread that makes one report. It ends when the report is ready. */
export interface ReportThread {
  /** Rejects if the thread fails or ends early. */
  readonly bytes: Promise<Uint8Array>;
  /** Ends the thread immediately. */
  end(): Promise<void>;
}

const failure = (reason: string, cause?: unknown): Error =>
  new Error(`The report could not be made: ${reason}. Try again; if it fails again, see the log of the repository.`, {
    cause,
  });

/** In the package of the fonts, or where the build brings them. The thread does not know which. */
const fontFolder = (): string =>
  runsFromSources
    ? join(dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json')), 'files')
    : fileURLToPath(new URL('dist/fonts', packageFolder));

/** Starts a thread that makes a report. */
export function startReportThread(job: Omit<ReportJob, 'fontFolder'>): ReportThread {
  const worker = startThread('adapters/reports/report-thread-program', {
    ...job,
    fontFolder: fontFolder(),
  } satisfies ReportJob);
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error) => reject(failure(messageOf(error), error)));
    worker.once('exit', () => reject(failure('the worker thread ended in the middle of its work')));
  });
  return {
    bytes,
    end: async () => {
      await worker.terminate();
    },
  };
}
