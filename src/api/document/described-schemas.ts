import { z } from 'zod';
import { namedObjects } from '../../contract/named-objects.ts';
import { defaultFormKey, type NodeForm } from '../../contract/objects/node-form.ts';
import { ImportedProperties, Properties } from '../../contract/objects/properties.ts';

export type Json = Record<string, unknown>;

const componentRef = (id: string): string => `#/components/schemas/${id}`;

const propertiesSchema: Json = {
  type: 'object',
  description: 'Property names with namespace prefix, and their values. Null removes a property.',
  additionalProperties: {
    anyOf: [
      { type: ['string', 'number', 'boolean', 'null'] },
      { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
    ],
  },
  example: { 'cm:name': ['Arbeitsblatt.pdf'], 'cclom:title': ['Brüche kürzen'] },
};

/** The format of a date says it all, and generators of clients cannot compile its pattern or test it against parsed dates. */
function omitDatePattern(described: Json): void {
  if (described['format'] === 'date-time') delete described['pattern'];
}

/**
 * Describes an object that comes in two forms by the form that a call without `nodeForm` gets. Generators turn a choice of
 * objects into a type that no program can read without asking first, or into none.
 */
function describeDefaultForm(described: Json, ofRepository: NodeForm): void {
  const { [defaultFormKey]: byDefault, anyOf: forms } = described;
  if (byDefault === undefined) return;
  const [inMap, inLists] = forms as [Json, Json];
  delete described[defaultFormKey];
  delete described['anyOf'];
  Object.assign(described, (byDefault === 'repository' ? ofRepository : byDefault) === 'map' ? inMap : inLists);
}

/** Describes what an input schema accepts. Transforms and refinements have no equivalent in JSON Schema and are omitted. */
export function describeInput(schema: z.ZodType): Json {
  const described = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === Properties || zodSchema === ImportedProperties) Object.assign(jsonSchema, propertiesSchema);
      omitDatePattern(jsonSchema);
    },
  }) as Json;
  const { $schema: _, ...rest } = described;
  return rest;
}

/** A reference to a named schema. Other results are described as objects. */
export function describeResult(schema: z.ZodType): Json {
  const id = namedObjects.get(schema)?.id;
  return id === undefined ? { type: 'object' } : { $ref: componentRef(id) };
}

/** The named schemas, by their IDs. `nodeForm` is the form of the repository. */
export function describeComponents(nodeForm: NodeForm): Json {
  const { schemas } = z.toJSONSchema(namedObjects, {
    target: 'draft-2020-12',
    io: 'output',
    uri: componentRef,
    override: ({ jsonSchema }) => {
      omitDatePattern(jsonSchema);
      describeDefaultForm(jsonSchema, nodeForm);
    },
  });
  const components: Json = {};
  for (const [id, schema] of Object.entries(schemas)) {
    // Inside a component, these keys would change the base URI of its references.
    const { $schema: _, $id: __, ...rest } = schema as Json;
    components[id] = rest;
  }
  return components;
}
