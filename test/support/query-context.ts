import { join } from 'node:path';
import { loadDictionary } from '../../src/daemon/configuration/load-dictionary.ts';
import type { QueryContext } from '../../src/domain/query/query-fields.ts';

/** A query is read with the words that the program brings, at this time, by somebody who has no folder of their own. */
export const queryContext: QueryContext = {
  contentModel: await loadDictionary(join(import.meta.dirname, 'there-is-no-such-file.yaml')),
  now: Date.UTC(2026, 5, 15, 12),
  folderAliases: new Map(),
  keyProperties: new Set(['ccm:commonlicense_key', 'ccm:taxonid']),
  synonyms: new Map([
    ['ab', ['arbeitsblatt']],
    ['arbeitsblatt', ['ab']],
  ]),
};
