import type { Schema } from './reduced-document.ts';

/** `input`: what clients send. `output`: what they receive. */
export type Direction = 'input' | 'output';

type Components = Readonly<Record<string, Schema>>;

/** The released document and the one of now, with the schemas that references lead to. */
export interface ComponentPair {
  readonly before: Components;
  readonly now: Components;
}

interface Comparison {
  readonly components: ComponentPair;
  readonly direction: Direction;
  /** Pairs that are being compared, or were: schemas can contain themselves. */
  readonly seen: Set<string>;
}

const prefix = '#/components/schemas/';

function followed(schema: Schema, components: Components): Schema {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? followed(components[reference.replace(prefix, '')] ?? {}, components) : schema;
}

/** The types that a value can have: each entry of `anyOf`, and of a list of types. */
function alternativesOf(schema: Schema, components: Components): Schema[] {
  const found = followed(schema, components);
  const choices = (found['anyOf'] ?? found['oneOf']) as readonly Schema[] | undefined;
  if (choices !== undefined) return choices.flatMap((choice) => alternativesOf(choice, components));
  const { type } = found;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...found, type: one })) : [found];
}

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);

function valueBreaks(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  const known = valuesOf(now);
  if (direction === 'output' || known === undefined) return [];
  const lost = (valuesOf(before) ?? []).filter((value) => !known.includes(value));
  if (lost.length > 0) return [`${path}: no longer accepts ${lost.map((value) => JSON.stringify(value)).join(', ')}`];
  return valuesOf(before) === undefined ? [`${path}: accepts only ${known.length} values`] : [];
}

const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

function limitBreaks(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  if (direction === 'output') return [];
  const limit = (schema: Schema, name: string, none: number): number => (schema[name] as number | undefined) ?? none;
  const lowered = upperLimits.filter((name) => limit(now, name, Infinity) < limit(before, name, Infinity));
  const raised = lowerLimits.filter((name) => limit(now, name, -Infinity) > limit(before, name, -Infinity));
  const formal = ['pattern', 'format'].filter((name) => now[name] !== undefined && now[name] !== before[name]);
  return [...lowered, ...raised, ...formal].map((name) => `${path}: has a stricter ${name}`);
}

type Fields = Readonly<Record<string, Schema>>;

const fieldsOf = (schema: Schema): Fields => (schema['properties'] as Fields | undefined) ?? {};
const requiredOf = (schema: Schema): readonly string[] => (schema['required'] as readonly string[] | undefined) ?? [];

function fieldBreaks(comparison: Comparison, before: Schema, now: Schema, path: string): string[] {
  const [fields, fieldsNow] = [fieldsOf(before), fieldsOf(now)];
  const isClosed = now['additionalProperties'] === false;
  return Object.entries(fields).flatMap(([name, field]) => {
    const fieldNow = fieldsNow[name];
    const at = `${path}.${name}`;
    if (fieldNow !== undefined) return compared(comparison, field, fieldNow, at);
    if (comparison.direction === 'output') return [`${at}: the field is gone`];
    return isClosed ? [`${at}: the field is no longer accepted`] : [];
  });
}

function requiredBreaks(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  const [was, is] = [requiredOf(before), requiredOf(now)];
  if (direction === 'input') {
    return is.filter((name) => !was.includes(name)).map((name) => `${path}.${name}: the field is required`);
  }
  const kept = was.filter((name) => fieldsOf(now)[name] !== undefined || fieldsOf(before)[name] === undefined);
  return kept.filter((name) => !is.includes(name)).map((name) => `${path}.${name}: the field can be missing`);
}

/** Schemas of what stands inside a value, by the keyword that names them. */
function innerBreaks(comparison: Comparison, before: Schema, now: Schema, path: string): string[] {
  return [['items', '[]'] as const, ['additionalProperties', '.*'] as const].flatMap(([keyword, sign]) => {
    const [was, is] = [before[keyword], now[keyword]];
    if (typeof was !== 'object' || typeof is !== 'object') return [];
    return compared(comparison, was as Schema, is as Schema, `${path}${sign}`);
  });
}

function typeBreaks({ direction }: Comparison, before: Schema, now: Schema, path: string): string[] {
  const [was, is] = [before['type'], now['type']];
  if (was === is) return [];
  const isWider = direction === 'input' ? is === undefined : was === undefined;
  // Every integer is a number.
  const isNumber = direction === 'input' ? was === 'integer' && is === 'number' : was === 'number' && is === 'integer';
  return isWider || isNumber ? [] : [`${path}: the type was ${was ?? 'any'} and is ${is ?? 'any'}`];
}

function comparedTypes(comparison: Comparison, before: Schema, now: Schema, path: string): string[] {
  const { direction } = comparison;
  const ofType = typeBreaks(comparison, before, now, path);
  if (ofType.length > 0) return ofType;
  return [
    ...valueBreaks(before, now, path, direction),
    ...limitBreaks(before, now, path, direction),
    ...requiredBreaks(before, now, path, direction),
    ...fieldBreaks(comparison, before, now, path),
    ...innerBreaks(comparison, before, now, path),
  ];
}

/** Each alternative of the one side has to fit one of the other: what clients send fits now, what they receive fitted before. */
function compared(comparison: Comparison, before: Schema, now: Schema, path: string): string[] {
  const { components, direction, seen } = comparison;
  const key = `${JSON.stringify(before)} ${JSON.stringify(now)}`;
  if (seen.has(key)) return [];
  seen.add(key);
  const was = alternativesOf(before, components.before);
  const is = alternativesOf(now, components.now);
  const [one] = was;
  const [other] = is;
  if (was.length === 1 && is.length === 1 && one !== undefined && other !== undefined) {
    return comparedTypes(comparison, one, other, path);
  }
  const fits = (from: Schema, to: Schema): boolean =>
    comparedTypes({ ...comparison, seen: new Set(seen) }, from, to, path).length === 0;
  const unmatched =
    direction === 'input'
      ? was.filter((from) => !is.some((to) => fits(from, to)))
      : is.filter((to) => !was.some((from) => fits(from, to)));
  const verb = direction === 'input' ? 'no longer accepts' : 'can now be';
  return unmatched.map((schema) => `${path}: ${verb} ${schema['type'] ?? JSON.stringify(schema).slice(0, 60)}`);
}

/** What of a released schema no longer holds, each with the path to it. */
export const schemaBreaks = (
  components: ComponentPair,
  direction: Direction,
  schemas: { readonly before: Schema; readonly now: Schema },
  path: string,
): string[] => compared({ components, direction, seen: new Set() }, schemas.before, schemas.now, path);
