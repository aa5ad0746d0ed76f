import type { z } from 'zod';
import type { DataExportEntry, DataExportStatus } from '../../contract/objects/data-protection.ts';
import type { ExportRecord } from '../../domain/privacy/export-queue.ts';

export const presentExportStatus = (entry: ExportRecord): z.output<typeof DataExportStatus> => ({
  user: entry.user,
  status: entry.status,
  requested: entry.requested,
  node_id: entry.node,
  finished: entry.finished,
});

export function presentExportEntry(entry: ExportRecord): z.output<typeof DataExportEntry> {
  const { failure, mail } = entry;
  return {
    ...presentExportStatus(entry),
    failure:
      failure === null
        ? null
        : { reason: failure.reason, at: failure.at, tries: failure.count, nextTry: failure.nextTry },
    mail: mail === null ? null : { ...mail },
  };
}
