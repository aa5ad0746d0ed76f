import { textField } from '../fields.ts';
import type { ItemField } from '../item.ts';

/** A person or organization that contributed to a material. */
export interface Contributor {
  readonly name: string;
  readonly isOrganization?: boolean;
  /** Such as `Dr.` */
  readonly title?: string | undefined;
  /** The organization of a person. */
  readonly organization?: string | undefined;
  /** An address that identifies the contributor. */
  readonly address?: string | undefined;
}

// Backslashes, separators and line breaks of a value (RFC 2426, section 4).
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

/** `Mustermensch, Maxima` and `Maxima Mustermensch` have the same parts. */
function nameParts(name: string): readonly [family: string, given: string] {
  const [family = '', given] = name.split(/,\s*/, 2);
  if (given !== undefined) return [family, given];
  const space = name.lastIndexOf(' ');
  return [name.slice(space + 1), name.slice(0, Math.max(space, 0))];
}

/** A vCard 3.0 (RFC 2426). */
function vcardOf({ name, isOrganization = false, title = '', organization = '', address = '' }: Contributor): string {
  const [family, given] = isOrganization ? ['', ''] : nameParts(name);
  const fullName = isOrganization ? name : [title, given, family].filter((part) => part !== '').join(' ');
  const employer = isOrganization ? name : organization;
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${[family, given, '', title, ''].map(escaped).join(';')}`,
    `FN:${escaped(fullName)}`,
    ...(employer === '' ? [] : [`ORG:${escaped(employer)}`]),
    ...(address === '' ? [] : [`URL:${address.replaceAll(/\s/g, '')}`]),
    'END:VCARD',
  ].join('\r\n');
}

/** The roles of contributors, with the property of their vCards. */
const roles = {
  author: 'ccm:lifecyclecontributer_author',
  publisher: 'ccm:lifecyclecontributer_publisher',
  other: 'ccm:lifecyclecontributer_unknown',
} as const;

/** The fields for contributors in a role: vCards, and the names of authors as text. */
export function contributorFields(
  role: keyof typeof roles,
  label: string,
  people: readonly Contributor[],
): ItemField[] {
  const names = people.map(({ title, name }) => (title === undefined ? name : `${title} ${name}`));
  return [
    ...(role === 'author' ? textField('ccm:author_freetext', label, names) : []),
    ...textField(roles[role], label, people.map(vcardOf)),
  ];
}
