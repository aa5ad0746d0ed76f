import type { Metadata } from '../visit/metadata.ts';
import type { Visit } from '../visit/visit.ts';

/** Longer lists are searched by typing. */
const maxListed = 40;

const multiple = /multi|checkbox/;

/** Whether a property takes several values. */
export const isMultiple = (metadata: Metadata, property: string): boolean =>
  multiple.test(metadata.widgetOf(property)?.type ?? '');

interface InputProps {
  readonly visit: Visit;
  readonly property: string;
  readonly values: readonly string[];
  readonly metadata: Metadata;
  readonly isWrong: boolean;
  /** Whether the page opens with the focus in this field. */
  readonly isFocused: boolean;
  /** The IDs of what explains the field. */
  readonly describedBy: string | undefined;
}

const isDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(value);

const List = ({ property, values, metadata, isWrong, isFocused, describedBy }: InputProps) => {
  const widget = metadata.widgetOf(property);
  const listed = widget?.values ?? [];
  const known = new Set(listed.map(({ id }) => id));
  const all = [...listed, ...values.filter((id) => !known.has(id)).map((id) => ({ id, caption: id }))];
  if (!isMultiple(metadata, property)) {
    const common = { id: property, name: property, 'aria-invalid': isWrong, 'aria-describedby': describedBy };
    return (
      <select {...common} autofocus={isFocused}>
        <option value="" />
        {all.map(({ id, caption }) => (
          <option key={id} value={id} selected={values.includes(id)}>
            {caption}
          </option>
        ))}
      </select>
    );
  }
  return (
    <fieldset id={property} class="choices" aria-labelledby={`${property}-label`} aria-describedby={describedBy}>
      {all.map(({ id, caption }, index) => (
        <label key={id}>
          <input
            type="checkbox"
            name={property}
            value={id}
            checked={values.includes(id)}
            autofocus={isFocused && index === 0}
          />{' '}
          {caption}
        </label>
      ))}
    </fieldset>
  );
};

/** A long list: a field for each value with suggestions, and one empty field. */
const Suggested = ({ visit, property, values, metadata, isWrong, isFocused, describedBy }: InputProps) => {
  const widget = metadata.widgetOf(property);
  const fields = isMultiple(metadata, property) ? [...values, ''] : [values[0] ?? ''];
  const listed = new Set((widget?.values ?? []).map(({ id }) => id));
  const wrong = Math.max(
    0,
    values.findIndex((value) => !listed.has(value)),
  );
  return (
    <>
      {fields.map((value, index) => (
        <input
          key={value}
          id={index === 0 ? property : undefined}
          name={property}
          value={value === '' ? '' : metadata.valueOf(property, value)}
          list={`${property}-values`}
          aria-label={index === 0 ? undefined : visit.texts.of('edit.further', { name: metadata.captionOf(property) })}
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          autofocus={isFocused && index === wrong}
          autocomplete="off"
          dir="auto"
        />
      ))}
      <datalist id={`${property}-values`}>
        {(widget?.values ?? []).map(({ id, caption }) => (
          <option key={id} value={caption} />
        ))}
      </datalist>
    </>
  );
};

/** Whether the values of a property are in a list. */
export const isList = (metadata: Metadata, property: string): boolean =>
  (metadata.widgetOf(property)?.values ?? []).length > 0;

/** Whether the list of a property is too long to show all of it. */
export const isLong = (metadata: Metadata, property: string): boolean =>
  (metadata.widgetOf(property)?.values ?? []).length > maxListed;

/** Whether a form has the values of a property in lines. */
export const isLines = (metadata: Metadata, property: string, values: readonly string[]): boolean =>
  !isList(metadata, property) &&
  (isMultiple(metadata, property) || (values.length > 1 && metadata.widgetOf(property)?.type !== 'textarea'));

/** The field of a form for the values of a property, by the widget of the metadata set. */
export const PropertyInput = (props: InputProps) => {
  const { property, values, metadata, isWrong, isFocused, describedBy } = props;
  const type = metadata.widgetOf(property)?.type ?? '';
  if (isLong(metadata, property)) return <Suggested {...props} />;
  if (isList(metadata, property)) return <List {...props} />;
  const common = {
    ...{ id: property, name: property, dir: 'auto' as const, autofocus: isFocused },
    ...{ 'aria-invalid': isWrong, 'aria-describedby': describedBy },
  };
  if (type === 'date' && values.every(isDate))
    return <input {...common} type="date" value={values[0]?.slice(0, 10) ?? ''} />;
  if (type === 'textarea' || values.length > 1 || isMultiple(metadata, property))
    return (
      <textarea {...common} rows={Math.max(3, values.length + 1)}>
        {values.join('\n')}
      </textarea>
    );
  return <input {...common} value={values[0] ?? ''} />;
};
