import type { Visit } from '../visit/visit.ts';
import { Icon, type IconName } from './icon.tsx';

export interface Suggested {
  readonly visit: Visit;
  /** Where they come from: the path of a part of a page. */
  readonly source: '/suggest/material' | '/suggest/authorities';
}

const listOf = (field: string): string => `${field}-suggestions`;

/** Attributes of a field that suggests while a person types. The script `enhance.js` makes it a combobox. */
export const suggesting = (field: string, { visit, source }: Suggested) => ({
  'data-suggests': listOf(field),
  'hx-get': `${visit.base}${source}`,
  'hx-trigger': 'input changed',
  'hx-target': `#${listOf(field)}`,
  'hx-sync': 'this:replace',
});

/** The list below such a field, in an element that has a position. */
export const SuggestionList = ({ visit, field }: { readonly visit: Visit; readonly field: string }) => (
  <span
    id={listOf(field)}
    class="panel suggestions"
    role="listbox"
    aria-label={visit.texts.of('suggest.label')}
    hidden
  />
);

interface OptionProps {
  readonly visit: Visit;
  readonly icon: IconName;
  readonly label: string;
  /** What it is and where, in plain words. */
  readonly about: string;
  /** The path of the page that it opens; undefined if it fills the field. */
  readonly path?: string;
  /** The text that it puts into the field instead. */
  readonly value?: string;
}

/** One suggestion. The focus stays in the field, so it cannot be reached by Tab. */
export const Option = ({ visit, icon, label, about, path, value }: OptionProps) => {
  const content = (
    <>
      <Icon visit={visit} name={icon} />
      <span class="about">
        <bdi>{label}</bdi> <span class="soft">{about}</span>
      </span>
    </>
  );
  const common = { role: 'option', tabindex: -1, 'aria-selected': false } as const;
  return path === undefined ? (
    <span {...common} data-value={value}>
      {content}
    </span>
  ) : (
    <a {...common} href={`${visit.base}${path}`}>
      {content}
    </a>
  );
};
