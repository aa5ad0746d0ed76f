import { z } from 'zod';
import { FeedbackInput, FeedbackList, FeedbackResult } from '../objects/annotations.ts';
import { nodePath, skipping } from '../objects/common.ts';
import { operation } from '../operation.ts';

const rating = { group: 'rating', path: '/rating/v1/ratings/{repository}/{node}', access: 'user' } as const;

export const rateNode = operation({
  ...rating,
  method: 'PUT',
  summary: 'Rate a node',
  description:
    'Each person has one rating for each node; a second takes the place of the first. The body is what is said beside it, and may be empty.',
  params: nodePath,
  query: z.object({ rating: z.int().min(1).max(5).describe('1 to 5.') }),
  body: { kind: 'text', name: 'the text', mostCharacters: 10_000, optional: true },
  result: 'empty',
});

export const deleteRating = operation({
  ...rating,
  method: 'DELETE',
  summary: 'Take the own rating of a node back',
  params: nodePath,
  result: 'empty',
});

export const giveFeedback = operation({
  method: 'PUT',
  path: '/feedback/v1/feedback/{repository}/{node}/add',
  summary: 'Tell those who care for a node what to think of it',
  description: 'Each person has one feedback for each node; a second takes the place of the first.',
  group: 'feedback',
  access: 'user',
  params: nodePath,
  body: { kind: 'json', name: 'feedback', schema: FeedbackInput },
  result: FeedbackResult,
});

export const listFeedback = operation({
  method: 'GET',
  path: '/feedback/v1/feedback/{repository}/{node}/list',
  summary: 'List the feedback to a node, oldest first',
  description: 'For those who may write the node. Who gave it, is not told.',
  group: 'feedback',
  access: 'user',
  params: nodePath,
  query: z.object(skipping),
  result: FeedbackList,
});
