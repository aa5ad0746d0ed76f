import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { ExportOptions } from '../../domain/privacy/export-options.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { IdentityServices } from '../identity/identity-services.ts';
import type { RenditionServices } from '../renditions/rendition-services.ts';
import type { TrashServices } from '../trash/trash-services.ts';
import { createAssembleExport } from './assemble-export.ts';
import { createDataExportService, type DataExportService } from './data-exports.ts';
import { createExportDelivery } from './deliver-export.ts';
import { createExportJob, type ExportJob } from './export-job.ts';
import { createExportMailTask, type ExportMailTask } from './export-mails.ts';

/** Exports of the data of a person. */
export interface PrivacyServices {
  readonly dataExports: DataExportService;
  readonly exportJob: ExportJob;
  readonly exportMails: ExportMailTask;
}

type Needed = Pick<AccessServices, 'callers' | 'rights'> &
  Pick<IdentityServices, 'people' | 'personViews'> &
  Pick<RenditionServices, 'thumbnails'> &
  Pick<TrashServices, 'purges' | 'contentGc'>;

export function createPrivacyServices(
  seams: Seams,
  systemFolders: SystemFolders,
  services: Needed,
  options: ExportOptions,
): PrivacyServices {
  const exportMails = createExportMailTask(seams, options);
  const assemble = createAssembleExport({ ...seams, ...services, systemFolders }, options);
  const deliver = createExportDelivery(seams);
  const exportJob = createExportJob({ ...seams, ...services, assemble, deliver, mails: exportMails }, options);
  const { enabled, retention } = options;
  return {
    dataExports: createDataExportService({ ...seams, ...services, enabled, retention, job: exportJob }),
    exportJob,
    exportMails,
  };
}
