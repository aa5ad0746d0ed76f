import { z } from 'zod';

/** The two shapes of `access` and `properties` (2.3). */
export const NodeForm = z.enum(['map', 'list']);

export type NodeForm = z.output<typeof NodeForm>;

/** The query parameter of every operation that answers nodes. */
export const nodeForm = {
  nodeForm: NodeForm.optional().describe(
    'Choice of edu-repo: the form of the nodes in the answer. `map`: properties as an object, with all fields; `list`: rights and properties as lists of objects, as the first servers had them. Where it is missing, the form that the repository is configured for.',
  ),
};

/** The query parameter of operations that let the caller choose which properties of nodes are answered. */
export const propertyFilter = {
  propertyFilter: z
    .array(z.string().max(1000))
    .default([])
    .describe('The properties to answer, by short or long name; repeat the parameter. `-all-`, or none: all.'),
};
