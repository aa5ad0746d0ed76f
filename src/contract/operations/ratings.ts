import { z } from 'zod';
import { FeedbackInput, FeedbackList, FeedbackResult } from '../objects/annotations.ts';
import { nodePath, skipping } from '../objects/common.ts';
import { operation } from '../operation.ts';

const rating = { group: 'rating', path: '/rating/v1/ratings/{repository}/{node}', access: 'user' } as const;

export const rateNode = operation({
  ...rating,
  method: 'PUT',
  dryRun: true,
  summary: 'Rate a node',
  description:
    'A person has one rating per node; a new rating replaces the old one. The body is a text about the rating and may be empty.',
  params: nodePath,
  query: z.object({ rating: z.int().min(1).max(5).describe('1 to 5.') }),
  body: { kind: 'text', name: 'the text', maxCharacters: 10_000, optional: true },
  result: 'empty',
});

export const deleteRating = operation({
  ...rating,
  method: 'DELETE',
  dryRun: true,
  summary: 'Delete your own rating of a node',
  params: nodePath,
  result: 'empty',
});

export const giveFeedback = operation({
  method: 'PUT',
  path: '/feedback/v1/feedback/{repository}/{node}/add',
  summary: 'Give feedback on a node to the people who maintain it',
  description: 'New feedback on a node replaces earlier feedback of the same person.',
  group: 'feedback',
  access: 'user',
  dryRun: true,
  params: nodePath,
  body: { kind: 'json', name: 'feedback', schema: FeedbackInput },
  result: FeedbackResult,
});

export const listFeedback = operation({
  method: 'GET',
  path: '/feedback/v1/feedback/{repository}/{node}/list',
  summary: 'List the feedback on a node, oldest first',
  description: 'Requires the right to write the node. The response does not reveal who gave the feedback.',
  group: 'feedback',
  access: 'user',
  params: nodePath,
  query: z.object(skipping),
  result: FeedbackList,
});
