import { z } from 'zod';

/** A whole number with 32 bits, as the contract defines counts and version numbers. */
export const int32 = z.int32().meta({ format: 'int32' });

/** A count or a position: not negative, with 32 bits. */
const count32 = z.int32().min(0).meta({ format: 'int32' });

/** `archived` and `isHomeRepo` are only in the map form of nodes, see `NodeForm`. */
export const NodeRef = z.strictObject({
  repo: z.string(),
  id: z.string(),
  archived: z.boolean(),
  isHomeRepo: z.boolean(),
});

/** A reference in the list form of nodes. */
export const NodeRefInLists = NodeRef.pick({ repo: true, id: true });

export const Person = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  mailbox: z.string().optional(),
});

export const Pagination = z.strictObject({ total: int32, from: int32, count: int32 });

/** A timestamp, ISO 8601 in UTC. */
export const DateTime = z.iso.datetime();

/** The contract defines only `error` and `message`. Clients of later server versions also require the others. */
export const ErrorResponse = z.strictObject({
  error: z.string().describe('Specific to edu-repo: the Java class name that existing clients check.'),
  message: z.string().describe('What failed, why, and what to do next.'),
  logLevel: z.string(),
  stacktraceArray: z.array(z.string()).nullable().describe('Specific to edu-repo: always null.'),
  details: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().describe('Specific to edu-repo: the ID of the request in the server log.'),
});

/** `{repository}` in a path. */
export const repositoryParam = z
  .string()
  .describe(
    'A repository ID, or `-home-` for the home repository. Calls with the ID of a connected repository are passed on to it.',
  );

/** `{repository}` and `{node}` in a path. */
export const nodePath = z.object({
  repository: repositoryParam,
  node: z
    .string()
    .describe(
      'A node ID, `-userhome-`, `-inbox-` for the same folder, `-collectionhome-` for the folder of the top-level collections, or (specific to edu-repo) `-companyhome-` for the top folder.',
    ),
});

/** `maxItems` and `skipCount`. The repository limits the page size. */
export const paging = (options: { readonly defaultSize: number }) => ({
  maxItems: count32
    .default(options.defaultSize)
    .describe(`The maximum number of entries in the response. Specific to edu-repo: ${endsEarly}`),
  skipCount: count32.default(0).describe('The number of entries to skip.'),
});

/** Part of the description of all lists with large entries. */
const endsEarly =
  'a response ends early if its entries would exceed the size limit of the repository. The header `X-Edu-Next-Skip-Count` then contains the `skipCount` of the next page.';

/** The query parameter of lists that are not paged. */
export const skipping = {
  skipCount: count32.default(0).describe(`Specific to edu-repo: the number of entries to skip; ${endsEarly}`),
};

/** The pagination in the response of a list that is not paged. */
export const restOfList = Pagination.optional().describe(
  'Specific to edu-repo: only in a response that ends early. To continue, set `skipCount` to `from` + `count`.',
);

/** A pattern for names. `fields` completes "Searched for in …". */
export const namePattern = (fields: string) =>
  z
    .string()
    .max(1000)
    .describe(`Searched for in ${fields}. \`*\` matches any characters; an empty pattern matches all.`);
