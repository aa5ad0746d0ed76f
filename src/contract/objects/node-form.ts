import { z } from 'zod';
import { separable } from '../wire-query.ts';

/** `map`: `properties` is an object and `access` a list of rights; `list`: both are lists of objects. */
export const NodeForm = z.enum(['map', 'list']);

export type NodeForm = z.output<typeof NodeForm>;

/** In which form a call without `nodeForm` returns an object: in that of the setting, or always as lists. */
export type DefaultForm = 'repository' | 'list';

/** The key under which the description of such a union has its default form. */
export const defaultFormKey = 'x-default-form';

/** An object in the requested form. In TypeScript it is always the map form. */
export const inEitherForm = <T extends z.ZodType>(inMap: T, inLists: z.ZodType, byDefault: DefaultForm): T =>
  z.union([inMap, inLists]).meta({ [defaultFormKey]: byDefault }) as unknown as T;

/** The query parameter of all operations that return nodes. */
export const nodeForm = {
  nodeForm: NodeForm.optional().describe(
    'Specific to edu-repo: the form of nodes and versions in the response. `map`: all fields, with the properties as an object; `list`: rights and properties as lists of objects, as in the first server versions. The default is the setting `repository.nodeForm`, for one version `list`. This document describes the default; the objects of the other form are the schemas `Node` and `NodeVersion` (`map`), `NodeInLists` and `NodeVersionInLists` (`list`).',
  ),
};

/** The query parameter that selects the properties of nodes in the response. */
export const propertyFilter = {
  propertyFilter: separable(z.array(z.string().max(1000)))
    .default([])
    .describe(
      'The properties to return, by short or long name; repeat the parameter, or separate names by commas. The default, like `-all-`, is all.',
    ),
};
