import type { ArchiveWriter } from './archive-writer.ts';
import type { BackupFolders } from './backup-folder.ts';
import type { Clock } from './clock.ts';
import type { ContentStore } from './content-store.ts';
import type { HostAddresses } from './host-addresses.ts';
import type { ImportRunner } from './import-runner.ts';
import type { ImportUploads } from './import-uploads.ts';
import type { InboxFolders } from './inbox-folders.ts';
import type { Log } from './log.ts';
import type { Mailer, MailTemplates } from './mailer.ts';
import type { ReadForeignFiles } from './metadata-formats.ts';
import type { MetadataSets } from './metadata-sets.ts';
import type { MetadataTexts } from './metadata-texts.ts';
import type { NameIndex } from './name-index.ts';
import type { Passwords } from './passwords.ts';
import type { Randomness } from './randomness.ts';
import type { ReportWriter } from './report-writer.ts';
import type { Scheduler } from './scheduler.ts';
import type { SearchIndex } from './search-index.ts';
import type { Store } from './store.ts';
import type { PlainTextReader, TextCache, TextReader } from './texts.ts';
import type { ThumbnailCache, ThumbnailMaker } from './thumbnails.ts';

/** All ports. Each service declares those that it needs with `Pick`. */
export interface Seams {
  readonly store: Store;
  readonly content: ContentStore;
  /** Opens the index on first use, since most commands never search. */
  readonly openIndex: () => Promise<SearchIndex>;
  /** Creates an empty index in memory. */
  readonly createNameIndex: () => NameIndex;
  readonly metadataSets: MetadataSets;
  readonly metadataTexts: MetadataTexts;
  readonly readForeignFiles: ReadForeignFiles;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly passwords: Passwords;
  readonly hosts: HostAddresses;
  readonly thumbnailMaker: ThumbnailMaker;
  readonly thumbnailCache: ThumbnailCache;
  readonly plainText: PlainTextReader;
  readonly textReader: TextReader;
  readonly textCache: TextCache;
  readonly archiveWriter: ArchiveWriter;
  readonly reportWriter: ReportWriter;
  readonly backups: BackupFolders;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly scheduler: Scheduler;
  readonly importRunner: ImportRunner;
  readonly importUploads: ImportUploads;
  readonly inboxFolders: InboxFolders;
  readonly log: Log;
}
