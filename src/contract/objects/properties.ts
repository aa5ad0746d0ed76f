import { z } from 'zod';

const PropertyScalar = z.union([z.string(), z.number(), z.boolean()]);
const PropertyValue = z.union([PropertyScalar, z.array(PropertyScalar.nullable()), z.null()]);

/** What a caller may write as properties: text, numbers and booleans, one or a list of them; `null` removes. */
export type PropertyValues = Readonly<Record<string, z.input<typeof PropertyValue>>>;

/** Properties as the services take them: short name to texts, or null where the property is to be removed. */
export type PropertyChanges = ReadonlyMap<string, readonly string[] | null>;

/** How the name of a property is written: `prefix:local` or `{uri}local`. */
export const propertyNameForm = /^(?:[A-Za-z][\w.-]*:|\{[^{}\s]+\})[^\s:{}/"\p{Cc}]+$/u;

const longestName = 300;

/** Whether a text can be the name of a property: in its form, and not longer than 300 letters. */
const isPropertyName = (text: string): boolean => text.length <= longestName && propertyNameForm.test(text);

const clipped = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…`.toWellFormed() : text);

type Issue = (message: string, path: string[]) => void;

function readValue(name: string, value: unknown, issue: Issue): readonly string[] | null | undefined {
  if (value === null) return null;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const entry of list) {
    if (entry === null) continue;
    if (typeof entry !== 'string' && typeof entry !== 'number' && typeof entry !== 'boolean') {
      issue(`The value of the property ${name} must be a text, a number, a boolean, or a list of these.`, [name]);
      return undefined;
    }
    texts.push(String(entry));
  }
  return texts;
}

/**
 * The body `properties` of the node calls: an object of property name to values.
 *
 * Reads into a Map, so that a name such as `__proto__` is an ordinary (and refused) name and can never touch a prototype.
 * Names must have a namespace: short (`cm:name`) or long (`{http://…}name`).
 */
export const Properties = z
  .custom<PropertyValues>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'The body must be a JSON object that maps property names to lists of texts, such as {"cm:name": ["a.txt"]}.',
  })
  .transform((given, context): PropertyChanges => {
    const changes = new Map<string, readonly string[] | null>();
    const issue: Issue = (message, path) => context.addIssue({ code: 'custom', message, path });
    for (const [name, value] of Object.entries(given)) {
      if (!isPropertyName(name)) {
        issue(`«${clipped(name)}» is no property name: write it with its namespace, such as cm:name.`, [name]);
        continue;
      }
      const texts = readValue(name, value, issue);
      if (texts !== undefined) changes.set(name, texts);
    }
    return changes;
  });

/** The name of one property, short (`cm:title`) or long (`{http://…}title`). */
export const PropertyName = z
  .string()
  .refine(isPropertyName, 'must be a property name with its namespace, such as cm:title');

/** Properties in an answer, map form (2.3). */
export const PropertyMap = z.record(z.string(), z.array(z.string()));
