import { z } from 'zod';

/** The two shapes of `access` and `properties` (2.3). */
export const NodeForm = z.enum(['map', 'list']);

export type NodeForm = z.output<typeof NodeForm>;

/** The query parameter of all operations that return nodes. */
export const nodeForm = {
  nodeForm: NodeForm.optional().describe(
    'Choice of edu-repo: the form of the nodes in the answer. `map`: properties as an object, with all fields; `list`: rights and properties as lists of objects, as in the first servers. The default is configured in the repository.',
  ),
};

/** The query parameter that selects the properties of nodes in the answer. */
export const propertyFilter = {
  propertyFilter: z
    .array(z.string().max(1000))
    .default([])
    .describe(
      'The properties in the answer, by short or long name; repeat the parameter. `-all-` or no parameter: all.',
    ),
};
