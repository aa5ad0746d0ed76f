import type { ComponentChildren } from 'preact';
import type { Visit } from '../visit/visit.ts';
import { Icon } from './icon.tsx';

interface SearchFormProps {
  readonly visit: Visit;
  /** The path of the page with the results. */
  readonly action: string;
  /** The text of the field. */
  readonly sought?: string | undefined;
  /** Further attributes of the field. */
  readonly attributes?: Readonly<Record<string, string | false>>;
  /** Further fields. */
  readonly children: ComponentChildren;
}

/** The form that searches for material. */
export const SearchForm = ({ visit, action, sought = '', attributes, children }: SearchFormProps) => (
  <search>
    <form class="search" action={`${visit.base}${action}`} method="get">
      <label class="hidden" for="q">
        {visit.texts.of('search.label')}
      </label>
      <Icon visit={visit} name="search" />
      <input
        id="q"
        type="search"
        name="q"
        value={sought}
        placeholder={visit.texts.of('search.label')}
        {...attributes}
        dir="auto"
      />
      {children}
      <button type="submit">{visit.texts.of('search.button')}</button>
    </form>
  </search>
);
