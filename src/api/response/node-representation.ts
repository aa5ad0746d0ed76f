import type { NodeForm } from '../../contract/objects/node-form.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';

/** The form in which a response shows nodes. */
export interface NodeRepresentation {
  readonly form: NodeForm;
  /** The selected properties by short name; undefined: all. */
  readonly properties: ReadonlySet<string> | undefined;
}

/** The parameters that decide on the representation. */
interface RepresentationQuery {
  readonly nodeForm?: NodeForm | undefined;
  readonly propertyFilter?: readonly string[] | undefined;
}

const whole: Readonly<Record<NodeForm, NodeRepresentation>> = {
  map: { form: 'map', properties: undefined },
  list: { form: 'list', properties: undefined },
};

/** Names with an unknown namespace are ignored, because no property has them. */
function selectedProperties(
  names: readonly string[],
  { shortName }: Pick<ContentModel, 'shortName'>,
): ReadonlySet<string> | undefined {
  if (names.length === 0 || names.includes('-all-')) return undefined;
  return new Set(names.map(shortName).filter((name) => name !== undefined));
}

/** The representation that a validated query requests. `defaultForm` applies if it requests no form. */
export function representationOf(
  query: unknown,
  defaultForm: NodeForm,
  contentModel: Pick<ContentModel, 'shortName'>,
): NodeRepresentation {
  // All operations share the schemas of both parameters, so the types are the same in each.
  const { nodeForm = defaultForm, propertyFilter = [] } = query as RepresentationQuery;
  const properties = selectedProperties(propertyFilter, contentModel);
  return properties === undefined ? whole[nodeForm] : { form: nodeForm, properties };
}
