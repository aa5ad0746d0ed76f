import type { NodeForm } from '../../contract/objects/node-form.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';

/** How an answer shows nodes. */
export interface NodeRepresentation {
  readonly form: NodeForm;
  /** The properties that are wanted, by short name; undefined: all. */
  readonly properties: ReadonlySet<string> | undefined;
}

/** What of a query decides on it, in operations that have these parameters. */
interface LookQuery {
  readonly nodeForm?: NodeForm | undefined;
  readonly propertyFilter?: readonly string[] | undefined;
}

const whole: Readonly<Record<NodeForm, NodeRepresentation>> = {
  map: { form: 'map', properties: undefined },
  list: { form: 'list', properties: undefined },
};

/** A name in a namespace that nobody knows is the name of no property here. */
function wantedProperties(
  names: readonly string[],
  { shortName }: Pick<ContentModel, 'shortName'>,
): ReadonlySet<string> | undefined {
  if (names.length === 0 || names.includes('-all-')) return undefined;
  return new Set(names.map(shortName).filter((name) => name !== undefined));
}

/** The look that a query asks for, already validated; `usual` is the form where it asks for none. */
export function representationOf(
  query: unknown,
  usual: NodeForm,
  dictionary: Pick<ContentModel, 'shortName'>,
): NodeRepresentation {
  // The schemas of both parameters stand in one place for all operations, so they are what they are in each.
  const { nodeForm = usual, propertyFilter = [] } = query as LookQuery;
  const properties = wantedProperties(propertyFilter, dictionary);
  return properties === undefined ? whole[nodeForm] : { form: nodeForm, properties };
}
