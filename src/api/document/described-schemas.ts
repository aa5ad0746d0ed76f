import { z } from 'zod';
import { namedObjects } from '../../contract/named-objects.ts';
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

/** Describes what an input schema accepts. Transforms and refinements have no equivalent in JSON Schema and are omitted. */
export function describeInput(schema: z.ZodType): Json {
  const described = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === Properties || zodSchema === ImportedProperties) Object.assign(jsonSchema, propertiesSchema);
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

/** The named schemas, by their IDs. */
export function describeComponents(): Json {
  const { schemas } = z.toJSONSchema(namedObjects, {
    target: 'draft-2020-12',
    io: 'output',
    uri: componentRef,
  });
  const components: Json = {};
  for (const [id, schema] of Object.entries(schemas)) {
    // Inside a component, these keys would change the base URI of its references.
    const { $schema: _, $id: __, ...rest } = schema as Json;
    components[id] = rest;
  }
  return components;
}
