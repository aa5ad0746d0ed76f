import { z } from 'zod';
import { ImportedNodeEntry, NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { ImportedProperties, Properties } from '../objects/properties.ts';
import { operation } from '../operation.ts';
import { separable } from '../wire-query.ts';

const group = 'bulk';

const propertiesBody = { kind: 'json', name: 'properties', schema: Properties } as const;

const resolveNode = {
  resolveNode: z
    .boolean()
    .default(true)
    .describe(
      'Clients send `false` if they need only the ID. Specific to edu-repo: the response always contains the whole node.',
    ),
};

export const findImported = operation({
  method: 'POST',
  path: '/bulk/v1/find',
  summary: 'Find an imported node by its properties',
  description:
    'Finds the node that has all these values. Specific to edu-repo: only nodes below the folder of imports count, and of several the oldest is returned. Returns 404 if there is none. Every change that was made before the call counts.',
  group,
  readsOnly: true,
  access: 'admin',
  query: z.object({ ...resolveNode, ...nodeForm }),
  body: propertiesBody,
  result: NodeEntry,
});

export const syncImported = operation({
  method: 'PUT',
  path: '/bulk/v1/sync/{group}',
  summary: 'Create or update an imported node',
  description:
    'Updates the imported node with the same values of the `match` properties in a new version with the comment `BULK_UPDATE`, or creates a node with the comment `BULK_CREATE`. Omitted properties do not change, but licence, description and contributors are removed; `null` or an empty list removes a property. What people changed by hand since the last import stays, except with `resetVersion`, whose version has the comment `BULK_CREATE`. Specific to edu-repo: nodes are created in `Imports/{group}` or, with `groupBy`, in a folder below it; a name that no node can have, or that is taken, is changed; only nodes below the folder of imports match; concurrent calls for the same item never create two nodes. A node with `ccm:import_blocked` returns 409. Properties of an unregistered namespace, and values that do not fit their property or its limits, are dropped; `ignored` says why, and the response header `X-Edu-Ignored-Properties` lists them; others that are not in the content model are stored as text and listed in `X-Edu-Unknown-Properties`.',
  group,
  access: 'admin',
  params: z.object({
    group: z
      .string()
      .max(1000)
      .describe('The name of the import, such as that of the source. It becomes the name of a folder.'),
  }),
  longQuery: true,
  query: z.object({
    match: separable(
      z
        .array(z.string().max(300))
        .min(1)
        .max(100)
        .describe(
          'The properties that identify the item, except `cm:name`; repeat the parameter, or separate names by commas. The body must contain them with a value.',
        ),
    ),
    groupBy: separable(z.array(z.string().max(300)).max(1))
      .default([])
      .describe(
        'A property whose first value names the folder below that of the group. Specific to edu-repo: without a value, the node is created in the folder of the group.',
      ),
    type: z
      .string()
      .default('ccm:io')
      .describe('The type of a new node. The type of an existing node does not change.'),
    aspects: separable(z.array(z.string())).default([]).describe('Aspects to add. Repeat the parameter for several.'),
    resetVersion: z
      .boolean()
      .default(false)
      .describe(
        'Whether to start over: the node keeps only the properties of the body and its earlier versions are deleted. Specific to edu-repo: content, preview, permissions and comments stay.',
      ),
    ...resolveNode,
    ...nodeForm,
  }),
  body: { ...propertiesBody, schema: ImportedProperties },
  result: ImportedNodeEntry,
  errors: [409],
});
