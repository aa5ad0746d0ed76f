import type { NodeRecord } from './records.ts';

const creativeCommons: ReadonlyMap<string, string> = new Map([
  ['CC_BY', 'by'],
  ['CC_BY_SA', 'by-sa'],
  ['CC_BY_ND', 'by-nd'],
  ['CC_BY_NC', 'by-nc'],
  ['CC_BY_NC_SA', 'by-nc-sa'],
  ['CC_BY_NC_ND', 'by-nc-nd'],
]);

const publicDomain: ReadonlyMap<string, string> = new Map([
  ['CC_0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['PDM', 'https://creativecommons.org/publicdomain/mark/1.0/'],
]);

const currentVersion = '4.0';

/** The licence of a node. */
export interface Licence {
  /** The key in lower case: letters, digits, `_` and `-`. */
  readonly name: string;
  /** The address of its text; null for licences without a common text, such as `CUSTOM`. */
  readonly url: string | null;
}

function urlOf(key: string, version: string | undefined): string | null {
  const part = creativeCommons.get(key);
  if (part === undefined) return publicDomain.get(key) ?? null;
  const known = version !== undefined && /^[1-4]\.[05]$/.test(version) ? version : currentVersion;
  return `https://creativecommons.org/licenses/${part}/${known}/`;
}

/** The licence that `ccm:commonlicense_key` names; undefined if the node has none or an invalid one. */
export function licenceOf({ properties }: Pick<NodeRecord, 'properties'>): Licence | undefined {
  const key = properties['ccm:commonlicense_key']?.[0];
  if (key === undefined || !/^[A-Za-z0-9_-]{1,40}$/.test(key)) return undefined;
  return { name: key.toLowerCase(), url: urlOf(key.toUpperCase(), properties['ccm:commonlicense_cc_version']?.[0]) };
}
