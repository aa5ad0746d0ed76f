import { parseSetText as parse } from '../../../src/adapters/metadata-sets/parse-set.ts';
import type { ParseResult } from '../../../src/adapters/metadata-sets/yaml-text.ts';
import type { MetadataSet } from '../../../src/domain/metadata/metadata-set.ts';
import { createValuesOfTexts, type Reading } from './values-of-texts.ts';

// biome-ignore lint/performance/noBarrelFile: what stands in for a file has all that it exports.
export { emptyFile, mistakesOf, withId, withoutEmptyKeys } from '../../../src/adapters/metadata-sets/parse-set.ts';

const sets = createValuesOfTexts<MetadataSet>();

/** Takes the place of the program's own: every repository of a test has the sets that come with it. */
export function parseSetText(...reading: Reading): ParseResult<MetadataSet> {
  const value = sets.get(reading);
  return value === undefined ? sets.keep(reading, parse(...reading)) : { value };
}
