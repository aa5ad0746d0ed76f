import type { ComponentChildren } from 'preact';
import { formTokenField } from '../visit/form-token.ts';
import type { Visit } from '../visit/visit.ts';
import { type Suggested, SuggestionList, suggesting } from './suggestions.tsx';

interface FormProps {
  readonly visit: Visit;
  /** A path of the web view. */
  readonly action: string;
  readonly class?: string;
  /** Asked before the form is sent, if scripts run. */
  readonly confirm?: string;
  readonly label?: string;
  /** Whether it sends files. Their fields come last. */
  readonly files?: boolean;
  readonly children: ComponentChildren;
}

/** A form that changes something, with the token that it needs. */
export const ActionForm = ({ visit, action, confirm, label, children, ...more }: FormProps) => (
  <form
    method="post"
    action={`${visit.base}${action}`}
    class={more.class}
    enctype={more.files === true ? 'multipart/form-data' : undefined}
    data-confirm={confirm}
    aria-label={label}
  >
    <input type="hidden" name={formTokenField} value={visit.formToken} />
    {children}
  </form>
);

interface FieldProps {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly value?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly describedBy?: string;
  /** Whose suggestions come from where while a person types. */
  readonly suggestions?: Suggested | undefined;
}

/** A field of one line with its label. Names of people and files are neither capitalised nor corrected. */
export const Field = ({ id, label, type = 'text', describedBy, autocomplete, suggestions, ...more }: FieldProps) => (
  <p class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      // The types of preact have another element for each type.
      type={type as 'text'}
      name={more.name ?? id}
      value={more.value}
      required={more.required}
      autocomplete={autocomplete}
      autofocus={more.autofocus}
      aria-describedby={describedBy}
      autocapitalize="none"
      spellcheck={false}
      dir="auto"
      {...(suggestions === undefined ? {} : suggesting(id, suggestions))}
    />
    {suggestions !== undefined && <SuggestionList visit={suggestions.visit} field={id} />}
  </p>
);

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  /** What is chosen; the first if it is left out. */
  readonly value?: string | undefined;
}

/** A field with a list to choose one from. */
export const Choice = ({ id, label, options, value: chosen }: ChoiceProps) => (
  <p class="field">
    <label for={id}>{label}</label>
    <select id={id} name={id}>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </p>
);

/** The field of the file that a form sends. */
export const FileField = ({ visit: { texts } }: { readonly visit: Visit }) => (
  <p class="field">
    <label for="file">{texts.of('upload.file')}</label>
    <input id="file" type="file" name="file" required />
  </p>
);

/** Why a form was refused, read aloud at once; nothing if it was not. */
export const Problem = ({ text, id }: { readonly text: string | undefined; readonly id?: string }) =>
  text === undefined ? null : (
    <p class="problem" role="alert" id={id}>
      {text}
    </p>
  );

/** The button that sends a form. */
export const Submit = ({ children }: { readonly children: string }) => (
  <button type="submit" class="main">
    {children}
  </button>
);
