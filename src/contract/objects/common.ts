import { z } from 'zod';

/** NodeRef (2.2), with the fields of the later form (2.3). */
export const NodeRef = z.strictObject({
  repo: z.string(),
  id: z.string(),
  archived: z.boolean(),
  isHomeRepo: z.boolean(),
});

/** NodeRef (2.2), first form. */
export const NodeRefInLists = NodeRef.pick({ repo: true, id: true });

/** Person (2.2). */
export const Person = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  mailbox: z.string().optional(),
});

/** Pagination (2.2). */
export const Pagination = z.strictObject({ total: z.int(), from: z.int(), count: z.int() });

/** A point in time, ISO 8601 in UTC. */
export const DateTime = z.iso.datetime();

/** ErrorResponse (2.2, 7), with the fields that clients of later servers declare as required. */
export const ErrorResponse = z.strictObject({
  error: z.string().describe('Choice of edu-repo: the class name that existing clients compare.'),
  message: z.string().describe('What failed, why, and what to do next.'),
  logLevel: z.string(),
  stacktraceArray: z.array(z.string()).nullable().describe('Choice of edu-repo: always null.'),
  details: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().describe('Choice of edu-repo: names the request in the log of the server.'),
});

/** `{repository}` in a path (section 1). */
export const repositoryParam = z.string().describe('A repository id, or `-home-` for the home repository.');

/** `{repository}` and `{node}` in a path. */
export const nodePath = z.object({
  repository: repositoryParam,
  node: z.string().describe('A node id, `-userhome-`, or (choice of edu-repo) `-companyhome-` for the top folder.'),
});

/** `maxItems` and `skipCount`. A page size over the limit of the repository is cut to it. */
export const paging = (options: { readonly defaultSize: number }) => ({
  maxItems: z.int().min(0).default(options.defaultSize).describe(`How many entries to answer at most. ${endsEarly}`),
  skipCount: z.int().min(0).default(0).describe('How many entries to leave out first.'),
});

/** What is said of every list whose entries may be large. */
export const endsEarly =
  'Choice of edu-repo: an answer ends early where its entries would take more bytes than the repository allows, and says so in the header `X-Edu-Next-Skip-Count`: the `skipCount` that goes on with the list.';

/** Of a list that is asked for as a whole. */
export const skipping = {
  skipCount: z
    .int()
    .min(0)
    .default(0)
    .describe(`Choice of edu-repo: how many entries to leave out first. ${endsEarly}`),
};

/** In the answer with such a list. */
export const restOfList = Pagination.optional().describe(
  'Choice of edu-repo: only in an answer that ends early. `skipCount` = `from` + `count` goes on with the list.',
);

/** What names are searched by. `places` completes «Looked for in …». */
export const namePattern = (places: string) =>
  z.string().max(1000).describe(`Looked for in ${places}; \`*\` stands for any letters; empty means all.`);
