import { z } from 'zod';
import { DateTime, NodeRef, restOfList } from './common.ts';

/** Who made a comment, as later servers answer people in short. Nothing but the name is told of them. */
const Commentator = z.strictObject({
  authorityName: z.string(),
  authorityType: z.literal('USER'),
  userName: z.string(),
  profile: z
    .strictObject({ firstName: z.string(), lastName: z.string() })
    .describe('Empty for a person who is gone, also where somebody else has the name now.'),
});

/** Comment, as later servers answer it. */
export const Comment = z.strictObject({
  ref: NodeRef,
  replyTo: NodeRef.nullable().describe('The comment that it answers.'),
  creator: Commentator,
  created: z.int().describe('In milliseconds since 1970.'),
  comment: z.string(),
});

export const Comments = z.strictObject({ comments: z.array(Comment), pagination: restOfList });

const RatingSum = z.strictObject({
  count: z.int(),
  rating: z.number().describe('The mean; 0 where nobody rated.'),
  sum: z.int(),
});

/** All ratings of a node, as later servers answer them. */
export const Rating = z.strictObject({
  overall: RatingSum,
  user: z.int().describe('What the caller gave; 0: nothing.'),
  affiliation: z.record(z.string(), RatingSum).describe('Choice of edu-repo: always empty.'),
});

const mostNames = 100;
const mostValues = 100;
const longestName = 200;
const longestValue = 10_000;

type FeedbackValues = Readonly<Record<string, readonly string[]>>;

const FeedbackEntries = z
  .array(
    z.tuple([
      z.string().min(1).max(longestName, `a name has ${longestName} characters at most`),
      z.array(z.string().max(longestValue)).max(mostValues),
    ]),
  )
  .min(1, 'must name at least one value')
  .max(mostNames, `not more than ${mostNames} names`);

/** The body of the feedback call: name to list of texts. Read into a list, so that a name may be any text. */
export const FeedbackInput = z
  .custom<FeedbackValues>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object of names to lists of texts, such as {"understandable": ["yes"]}',
  })
  .transform((given): unknown => Object.entries(given))
  .pipe(FeedbackEntries);

/** What one person said about a node, without who it is. */
export const Feedback = z.strictObject({
  authority: z
    .string()
    .describe('Stands for the person on this node: nobody can tell from it who that is, or find them on another node.'),
  data: z.record(z.string(), z.array(z.string())),
  createdAt: DateTime,
  modifiedAt: DateTime,
});

export const FeedbackList = z.array(Feedback);

export const FeedbackResult = z.strictObject({
  nodeId: z.string(),
  wasUpdated: z.boolean().describe('Whether it took the place of earlier feedback of the caller.'),
});
