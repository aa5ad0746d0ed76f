import { type ContentModel, contentModelOf } from '../mds/content-model.ts';
import { valueProblem } from '../mds/value-problem.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

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
    const problem = valueProblem(model, name, values ?? []);
    if (problem !== undefined) throw unusable(problem, name);
  }
}
