/** What a name or address of a Creative Commons licence says. */
export interface NamedLicence {
  readonly key: string;
  /** The other properties of the licence. */
  readonly details: Readonly<Record<string, string>>;
}

const attribution =
  /^(?:cc[\s_-]*)?(by(?:[\s_-]*(?:nc|nd|sa))*)(?:\s+v?(\d\.\d))?(?:\s+([a-z]{2}|international|unported))?$/;
const zero = /^(?:cc[\s_-]*0|cc[\s_-]*zero)(?:\s+v?(1\.0))?(?:\s+universal)?$/;
const mark = /^(?:public[\s_-]*domain(?:[\s_-]*mark)?|pdm|gemeinfrei)(?:\s+v?(1\.0))?$/;
const address =
  /^(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2}))?(?:\/(?:deed|legalcode)?(?:\.[a-z_-]+)?)?$/;

function fromAddress(text: string): string {
  const [, kind, name, version, country = ''] = address.exec(text) ?? [];
  if (kind === undefined) return text;
  if (kind === 'licenses') return `cc ${name} ${version} ${country}`.trim();
  return `${name === 'zero' ? 'cc0' : name === 'mark' ? 'pdm' : ''} ${version}`;
}

function licence(key: string, version: string | undefined, country?: string): NamedLicence {
  const isCountry = country !== undefined && country.length === 2;
  return {
    key,
    details: {
      ...(version === undefined ? {} : { 'ccm:commonlicense_cc_version': version }),
      ...(isCountry ? { 'ccm:commonlicense_cc_locale': country.toUpperCase() } : {}),
    },
  };
}

/** The licence that a text such as `CC BY-SA 4.0` or the address of a licence names; undefined if it names none. */
export function licenceNamed(text: string): NamedLicence | undefined {
  const name = fromAddress(text.trim().toLowerCase());
  const isZero = zero.exec(name);
  if (isZero !== null) return licence('CC_0', isZero[1]);
  const isMark = mark.exec(name);
  if (isMark !== null) return licence('PDM', isMark[1]);
  const [, parts, version, country] = attribution.exec(name) ?? [];
  if (parts === undefined) return undefined;
  return licence(
    `CC_${parts
      .match(/by|nc|nd|sa/g)
      ?.join('_')
      .toUpperCase()}`,
    version,
    country,
  );
}

/** Codes of H5P that are written otherwise elsewhere. `U` stands for unknown. */
const h5pCodes: ReadonlyMap<string, string> = new Map([
  ['U', ''],
  ['CC0 1.0', 'CC0'],
  ['CC PDM', 'PDM'],
  ['PD', 'Public Domain'],
  ['C', 'Copyright'],
]);

/** The name of a licence, such as `CC BY 4.0`, for its code and version in H5P. */
export function licenceOfH5p(code: string, version: string): string {
  const name = h5pCodes.get(code) ?? code;
  return name.startsWith('CC ') ? `${name} ${version}`.trim() : name;
}
