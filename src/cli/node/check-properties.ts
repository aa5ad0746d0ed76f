import { type ContentModel, contentModelOf } from '../mds/content-model.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

type Definition = ContentModel['properties'][number];

interface Format {
  readonly expected: string;
  isPossible(text: string): boolean;
}

/** The values that no server stores. Whether it stores the others, only the server knows. */
const formats: Readonly<Record<Definition['type'], Format>> = {
  text: { expected: 'a text', isPossible: () => true },
  number: { expected: 'a number such as 12 or 1.5', isPossible: (text) => !Number.isNaN(Number(text)) },
  date: { expected: 'a date such as 2026-01-31', isPossible: (text) => /^\s*-?\d{4}/.test(text) },
  boolean: { expected: 'true or false', isPossible: (text) => /^\s*(?:true|false)\s*$/i.test(text) },
};

/** Why a property cannot have the values; undefined if the server may accept them. */
function problemOf({ name, type, list }: Definition, values: readonly string[]): string | undefined {
  if (!list && values.length > 1) return `The property ${name} takes one value, and there are ${values.length}.`;
  const { expected, isPossible } = formats[type];
  const invalid = values.find((value) => value !== '' && !isPossible(value));
  if (invalid === undefined) return undefined;
  return `"${onOneLine(invalid)}" is not a value of ${name}, which is ${expected}.`;
}

const unusable = (what: string, property: string): Failure =>
  new Failure(exitCodes.error, {
    what,
    why: 'The content model of the repository defines the values of this property.',
    next: `To explain the property: edu-repo mds explain ${shellWord(property)}`,
  });

const withoutNamespace = (name: string, { namespaces }: ContentModel): Failure =>
  new Failure(exitCodes.error, {
    what: `No property is called "${onOneLine(name)}".`,
    why: `A property has a caption, or one of the namespaces ${namespaces.map(({ prefix }) => prefix).join(', ')}.`,
    next: 'To list all properties: edu-repo node properties',
  });

/** A name in the long form begins with the URI of its namespace, in braces. */
const hasNamespace = (name: string, { namespaces }: ContentModel): boolean =>
  name.startsWith('{') || namespaces.some(({ prefix }) => name.startsWith(`${prefix}:`));

/** For a dry run: rejects with a failure if a node cannot have these properties. */
export async function checkProperties(properties: PropertyFlags, context: Context): Promise<void> {
  const { client } = await context.connect();
  const model = await contentModelOf(client);
  if (model === undefined) return;
  for (const [name, values] of Object.entries(properties)) {
    if (!hasNamespace(name, model)) throw withoutNamespace(name, model);
    const definition = model.properties.find((property) => property.name === name);
    const problem = definition === undefined ? undefined : problemOf(definition, values ?? []);
    if (problem !== undefined) throw unusable(problem, name);
  }
  const fileName = properties['cm:name']?.[0];
  if (fileName !== undefined) requireNodeName(fileName);
}
