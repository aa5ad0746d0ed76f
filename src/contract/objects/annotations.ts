import { z } from 'zod';
import { DateTime, NodeRef, restOfList } from './common.ts';

/** The author of a comment or of a workflow entry, by names only. */
export const Author = z.strictObject({
  authorityName: z.string(),
  authorityType: z.literal('USER'),
  userName: z.string(),
  profile: z
    .strictObject({ firstName: z.string(), lastName: z.string() })
    .describe('Empty if the person was deleted, even if another person has the user name now.'),
});

export const Comment = z.strictObject({
  ref: NodeRef,
  replyTo: NodeRef.nullable().describe('The comment that this one replies to.'),
  creator: Author,
  created: z.int().describe('Milliseconds since 1970.'),
  comment: z.string(),
});

export const Comments = z.strictObject({ comments: z.array(Comment), pagination: restOfList });

const RatingSum = z.strictObject({
  count: z.int(),
  rating: z.number().describe('The average; 0 if there are no ratings.'),
  sum: z.int(),
});

/** The average rating of a node, and the caller's own rating. */
export const Rating = z.strictObject({
  overall: RatingSum,
  user: z.int().describe("The caller's rating; 0 if there is none."),
  affiliation: z.record(z.string(), RatingSum).describe('Specific to edu-repo: always empty.'),
});

const maxNames = 100;
const maxValues = 100;
const maxNameLength = 200;
const maxValueLength = 10_000;

type FeedbackValues = Readonly<Record<string, readonly string[]>>;

const FeedbackEntries = z
  .array(
    z.tuple([
      z.string().min(1).max(maxNameLength, `a name must not have more than ${maxNameLength} characters`),
      z.array(z.string().max(maxValueLength)).max(maxValues),
    ]),
  )
  .min(1, 'must name at least one value')
  .max(maxNames, `must not have more than ${maxNames} names`);

/** Feedback in a request maps names to lists of texts. It is parsed as a list of pairs, so that any text can be a name. */
export const FeedbackInput = z
  .custom<FeedbackValues>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object that maps names to lists of texts, such as {"understandable": ["yes"]}',
  })
  .transform((feedback): unknown => Object.entries(feedback))
  .pipe(FeedbackEntries);

/** The feedback of one person on a node, without the identity of the person. */
export const Feedback = z.strictObject({
  authority: z
    .string()
    .describe('A pseudonym of the person. It does not identify the person and differs from node to node.'),
  data: z.record(z.string(), z.array(z.string())),
  createdAt: DateTime,
  modifiedAt: DateTime,
});

export const FeedbackList = z.array(Feedback);

export const FeedbackResult = z.strictObject({
  nodeId: z.string(),
  wasUpdated: z.boolean().describe('Whether this replaced earlier feedback from the caller.'),
});
