import { join } from 'node:path';
import { createArchiveWriter } from '../adapters/archives/archive-writer.ts';
import { createMailTemplates } from '../adapters/mail/mail-templates.ts';
import { readForeignFiles } from '../adapters/metadata-import/metadata-import.ts';
import { createMetadataSetFiles } from '../adapters/metadata-sets/metadata-set-files.ts';
import { createMetadataTexts } from '../adapters/metadata-sets/metadata-texts.ts';
import { createNameIndex } from '../adapters/names/name-index.ts';
import { createReportWriter } from '../adapters/reports/report-writer.ts';
import { openSearchIndex } from '../adapters/search/search-index.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createCronScheduler } from '../adapters/system/cron-scheduler.ts';
import { createSystemHostAddresses } from '../adapters/system/host-addresses.ts';
import { systemRandomness } from '../adapters/system/randomness.ts';
import { createScryptPasswords } from '../adapters/system/scrypt-passwords.ts';
import { plainTextReader } from '../adapters/texts/plain-text.ts';
import { createTextCache } from '../adapters/texts/text-cache.ts';
import { createTextReader } from '../adapters/texts/text-reader.ts';
import { createThumbnailCache } from '../adapters/thumbnails/thumbnail-cache.ts';
import { createThumbnailMaker } from '../adapters/thumbnails/thumbnail-maker.ts';
import { messageOf, RepositoryError } from '../base/errors/errors.ts';
import { dataReportNames } from '../domain/privacy/report-view.ts';
import type { WorkLimits } from '../domain/renditions/failed-attempts.ts';
import type { Log } from '../ports/log.ts';
import type { Seams } from '../ports/seams.ts';
import { createBackupFolders } from './backup/backup-folder.ts';
import { bytesOf, Configuration, millisecondsOf } from './configuration/configuration.ts';
import { createMailer } from './create-mailer.ts';
import { dataPaths, shippedMetadataSets } from './data-directory/data-directory.ts';
import { createImportRunner } from './imports/import-runner.ts';
import { createImportUploads } from './imports/import-uploads.ts';
import { createInboxFolders } from './imports/inbox-folders.ts';
import { openContent } from './open-content.ts';
import { openStore, type StoreOptions } from './open-store.ts';

/** The limits of the processes that make thumbnails and extract texts. */
interface WorkerLimits {
  readonly thumbnails: WorkLimits;
  readonly texts: WorkLimits;
}

const workLimits = ({ timeLimit, memory }: Configuration['texts']): WorkLimits => ({
  time: millisecondsOf(timeLimit),
  memory: bytesOf(memory),
});

const workerLimitsOf = ({ previews, texts }: Configuration): WorkerLimits => ({
  thumbnails: workLimits(previews),
  texts: workLimits(texts),
});

/**
 * Opens the production adapters in a data directory. `create` makes a new store in it; only `init` sets it. `listeningUrl` is
 * `{base_url}` once a server listens.
 */
export async function openSeams(
  dataDirectory: string,
  create: boolean,
  log: Log,
  configuration: Configuration = Configuration.parse({}),
  storeOptions: StoreOptions = {},
  listeningUrl: () => string | undefined = () => undefined,
): Promise<Seams> {
  const paths = dataPaths(dataDirectory);
  const clock = systemClock;
  const limits = workerLimitsOf(configuration);
  const mailer = await createMailer(configuration.mail, dataDirectory, clock);
  const content = await openContent(dataDirectory, create, log, configuration);
  const store = await openStore(dataDirectory, create, log, configuration, storeOptions);
  const openIndex = () => openSearchIndex({ folder: paths.index, log });
  let index: ReturnType<typeof openIndex> | undefined;
  /** Each search tries again, but the log has each reason only once. */
  let indexProblem: string | undefined;
  return {
    store,
    content,
    openIndex: () => {
      index ??= openIndex().catch((error: unknown) => {
        // The cause may be temporary, so the next call tries again.
        index = undefined;
        const reason = messageOf(error);
        if (reason !== indexProblem) log.error('The search index could not be opened.', { reason });
        indexProblem = reason;
        const message = 'The search index cannot be opened. The server log states the reason.';
        throw new RepositoryError('Unavailable', message, { cause: error });
      });
      return index;
    },
    createNameIndex,
    metadataSets: createMetadataSetFiles({ folder: paths.metadataSets, shipped: shippedMetadataSets, log, clock }),
    metadataTexts: createMetadataTexts(),
    readForeignFiles,
    plainText: plainTextReader,
    clock,
    randomness: systemRandomness,
    passwords: createScryptPasswords(),
    hosts: createSystemHostAddresses(clock),
    thumbnailMaker: createThumbnailMaker({ folder: join(paths.previews, 'tmp'), ...limits.thumbnails }),
    thumbnailCache: createThumbnailCache(paths.previews),
    textReader: createTextReader({ folder: join(paths.texts, 'tmp'), ...limits.texts }),
    textCache: createTextCache(paths.texts),
    archiveWriter: createArchiveWriter({ folder: paths.exports, content }),
    reportWriter: createReportWriter({
      ...{ folder: dataDirectory, path: configuration.repository.dataprotection.templatePath },
      names: dataReportNames,
    }),
    backups: createBackupFolders({ dataDirectory, store, content, clock, log }),
    mailer,
    mailTemplates: createMailTemplates({ folder: paths.mailTemplates, displayedFolder: 'mail' }),
    scheduler: createCronScheduler(),
    importRunner: createImportRunner({
      ...{ url: listeningUrl, stateFolder: paths.imports },
      ...{ sourceFolder: configuration.harvest.folder, allowPrivate: configuration.network.allowPrivate },
    }),
    importUploads: createImportUploads({ url: listeningUrl, folder: paths.importUploads }),
    inboxFolders: createInboxFolders(log),
    log,
  };
}
