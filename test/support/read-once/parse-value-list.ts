import { parseValueListText as parse } from '../../../src/adapters/metadata-sets/parse-value-list.ts';
import type { ParseResult } from '../../../src/adapters/metadata-sets/yaml-text.ts';
import type { ValueList } from '../../../src/domain/metadata/value-list.ts';
import { createValuesOfTexts, type Reading } from './values-of-texts.ts';

const valueLists = createValuesOfTexts<ValueList>();

/** Takes the place of the program's own: every repository of a test has the value lists that come with it. */
export async function parseValueListText(...reading: Reading): Promise<ParseResult<ValueList>> {
  const value = valueLists.get(reading);
  return value === undefined ? valueLists.keep(reading, await parse(...reading)) : { value };
}
