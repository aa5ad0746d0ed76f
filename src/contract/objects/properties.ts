import { z } from 'zod';

const PropertyScalar = z.union([z.string(), z.number(), z.boolean()]);
const PropertyValue = z.union([PropertyScalar, z.array(PropertyScalar.nullable()), z.null()]);

/** Properties in a request: a text, number or boolean, or a list of these. `null` removes the property. */
type PropertyValues = Readonly<Record<string, z.input<typeof PropertyValue>>>;

/** Properties for the services: short name to texts, or null to remove the property. */
export type PropertyChanges = ReadonlyMap<string, readonly string[] | null>;

/** The syntax of a property name: `prefix:local` or `{uri}local`. */
export const propertyNameForm = /^(?:[A-Za-z][\w.-]*:|\{[^{}\s]+\})[^\s:{}/"\p{Cc}]+$/u;

const maxNameLength = 300;

/** Whether a text has the syntax of a property name and at most 300 characters. */
const isPropertyName = (text: string): boolean => text.length <= maxNameLength && propertyNameForm.test(text);

const clipped = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…`.toWellFormed() : text);

type Issue = (message: string, name: string) => void;

function readValue(name: string, value: unknown, issue: Issue): readonly string[] | null | undefined {
  if (value === null) return null;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const entry of list) {
    if (entry === null) continue;
    if (typeof entry !== 'string' && typeof entry !== 'number' && typeof entry !== 'boolean') {
      issue(`The value of the property ${name} must be text, a number, a boolean, or a list of these.`, name);
      return undefined;
    }
    if (typeof entry === 'number' && !(Math.abs(entry) <= Number.MAX_SAFE_INTEGER)) {
      issue(`The property ${name} has a number that is too large to be exact in JSON. Send it as text.`, name);
      return undefined;
    }
    texts.push(String(entry));
  }
  return texts;
}

function readProperties(values: PropertyValues, issue: Issue): PropertyChanges {
  const changes = new Map<string, readonly string[] | null>();
  for (const [name, value] of Object.entries(values)) {
    if (!isPropertyName(name)) {
      issue(`"${clipped(name)}" is not a property name: add its namespace, such as cm:name.`, name);
      continue;
    }
    const texts = readValue(name, value, issue);
    if (texts !== undefined) changes.set(name, texts);
  }
  return changes;
}

const PropertyObject = z.custom<PropertyValues>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  {
    error:
      'The body must be a JSON object that maps property names to lists of strings, such as {"cm:name": ["a.txt"]}.',
  },
);

/** The properties of an item of an import. What is no property is reported and costs no item. */
export const ImportedProperties = PropertyObject.transform((values) => {
  const dropped: { property: string; reason: string }[] = [];
  const properties = readProperties(values, (reason, property) => dropped.push({ property, reason }));
  return { properties, dropped };
});

/**
 * The request body `properties` of the operations on nodes: an object that maps property names to values.
 *
 * It is parsed into a Map, so that a name such as `__proto__` cannot change a prototype.
 * Names must have a namespace, short (`cm:name`) or long (`{http://…}name`).
 */
export const Properties = PropertyObject.transform((values, context) =>
  readProperties(values, (message, name) => context.addIssue({ code: 'custom', message, path: [name] })),
);

/** The name of one property, short (`cm:title`) or long (`{http://…}title`). */
export const PropertyName = z
  .string()
  .refine(isPropertyName, 'must be a property name with its namespace, such as cm:title');

/** Properties in a response, in the map form of nodes. */
export const PropertyMap = z.record(z.string(), z.array(z.string()));
