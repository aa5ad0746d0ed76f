import { usageFailure } from '../program/failure.ts';
import type { Field } from './table.ts';
import type { ListView, RecordView } from './view.ts';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a response such as `{ node: … }`, or else the response itself. */
function objectIn(value: unknown): Values {
  if (!isObject(value)) return {};
  const [only, ...others] = Object.values(value);
  return others.length === 0 && isObject(only) ? only : value;
}

/** The value of a field of an object, or of a property such as `cclom:title`; undefined if there is none. */
function namedValue(object: Values, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const { properties } = object;
  if (Array.isArray(properties)) return properties.find((property) => property.name === name)?.values;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && !value.some(isObject)) return value.join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Throws a usage failure that lists the fields if one is unknown. A name with a colon is a property, which not every node has. */
function requireKnown(names: readonly string[], titles: readonly string[], object: Values): void {
  const known = new Set([...titles, ...Object.keys(object)]);
  const hasProperties = known.has('properties');
  const unknown = names.find((name) => !known.has(name) && !(hasProperties && name.includes(':')));
  if (unknown === undefined) return;
  throw usageFailure(
    `There is no field "${unknown}" here.`,
    `The fields are ${[...known].join(', ')}${hasProperties ? ', and properties such as cclom:title' : ''}.`,
    'Name one or more of them, separated by commas',
  );
}

/** The chosen fields of an object: as the API returns them, or else as tables show them. */
function picked(names: readonly string[], object: Values, shown: ReadonlyMap<string, string>): Values {
  return Object.fromEntries(names.map((name) => [name, namedValue(object, name) ?? shown.get(name) ?? null]));
}

/** The view of a list with the chosen fields only: its columns, or else fields of its objects. */
export function selectedColumns<T>(names: readonly string[], view: ListView<T>): ListView<T> {
  const plain = view.plainColumns ?? view.columns;
  const chosenFrom = (columns: ListView<T>['columns']): ListView<T>['columns'] =>
    names.map(
      (name) =>
        columns.find(({ title }) => title === name) ?? {
          title: name,
          value: (item) => textOf(namedValue(objectIn(item), name)),
        },
    );
  const each = (item: T): Values =>
    picked(names, objectIn(item), new Map([...view.columns, ...plain].map(({ title, value }) => [title, value(item)])));
  return {
    columns: chosenFrom([...view.columns, ...plain]),
    plainColumns: chosenFrom([...plain, ...view.columns]),
    id: view.id,
    each,
    whole: (items) => items.map(each),
    check: (item) =>
      requireKnown(
        names,
        [...view.columns, ...plain].map(({ title }) => title),
        objectIn(item),
      ),
  };
}

/** The view of a record with the chosen fields only. */
export function selectedRecord<T>(names: readonly string[], view: RecordView<T>): RecordView<T> {
  const plainOf = (value: T): readonly Field[] => view.plainFields?.(value) ?? view.fields(value);
  const chosenFrom = (fields: readonly Field[], value: T): Field[] =>
    names.map((name) => fields.find(([label]) => label === name) ?? [name, textOf(namedValue(objectIn(value), name))]);
  return {
    fields: (value) => chosenFrom([...view.fields(value), ...plainOf(value)], value),
    plainFields: (value) => chosenFrom([...plainOf(value), ...view.fields(value)], value),
    id: view.id,
    whole: (value) =>
      picked(
        names,
        objectIn(value),
        new Map([...view.fields(value), ...plainOf(value)].map(([label, text]) => [label, text])),
      ),
    check: (value) =>
      requireKnown(
        names,
        [...view.fields(value), ...plainOf(value)].map(([label]) => label),
        objectIn(value),
      ),
  };
}
