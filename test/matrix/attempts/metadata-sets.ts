import { type AnyAttempt, type Attempts, attempt, nothing, type Target } from '../target.ts';
import type { Parts } from '../wire.ts';

/** A question about the default set. */
const asking = (shows: string, parts: Parts = {}): AnyAttempt =>
  attempt<Target>({
    target: async () => nothing,
    parts: () => ({ ...parts, params: { metadataset: '-default-', ...parts.params } }),
    shows: () => shows,
  });

const licence = 'ccm:commonlicense_key';

export const metadataSetAttempts: Attempts = {
  'GET /mds/v1/metadatasets/{repository}': asking('"isDefaultMds":true'),
  'GET /mds/v1/metadatasets/{repository}/{metadataset}': asking('"widgets"'),
  'POST /mds/v1/metadatasets/{repository}': asking('"id":"brought"', {
    query: { dryRun: 'true' },
    file: { field: 'file', name: 'brought.yaml', type: 'application/yaml', text: 'name: Brought' },
  }),
  'GET /mds/v1/metadatasets/{repository}/{metadataset}/export': asking('ngsearch'),
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values': asking('"CC_BY"', {
    json: { property: licence, pattern: '-all-' },
  }),
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values_for_keys': asking('"CC_BY"', {
    query: { property: licence },
    json: ['CC_BY'],
  }),
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values/{widget}/suggest': asking('"CC_0"', {
    params: { widget: licence },
    query: { caption: 'CC_0' },
  }),
};
