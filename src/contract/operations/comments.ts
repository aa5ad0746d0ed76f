import { z } from 'zod';
import { Comment, Comments } from '../objects/annotations.ts';
import { nodePath, repositoryParam, skipping } from '../objects/common.ts';
import { operation } from '../operation.ts';

const group = 'comment';

const path = '/comment/v1/comments/{repository}/{node}';

/** The same place in the path as the node of the other calls: OpenAPI knows no second name for it. */
const commentPath = z.object({ repository: repositoryParam, node: z.string().describe('The id of a comment.') });

const body = { kind: 'text', name: 'the comment', mostCharacters: 10_000 } as const;

const textBody = 'The body is the text itself, whatever its type says; it is kept byte for byte.';

export const listComments = operation({
  method: 'GET',
  path,
  summary: 'List the comments on a node, oldest first',
  description: 'Needs the right `Comment`, like adding one.',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object(skipping),
  result: Comments,
});

export const addComment = operation({
  method: 'PUT',
  path,
  summary: 'Comment on a node',
  description: `${textBody} Choice of edu-repo: answers the comment; a node has 1,000 at most.`,
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    commentReference: z.string().optional().describe('The id of a comment on the same node that this one answers.'),
  }),
  body,
  result: Comment,
});

export const editComment = operation({
  method: 'POST',
  path,
  summary: 'Change an own comment',
  description: `${textBody} Choice of edu-repo: nobody changes what others said, administrators neither.`,
  group,
  access: 'user',
  params: commentPath,
  body,
  result: Comment,
});

export const deleteComment = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a comment',
  description: 'An own one, or any on a node that the caller may write. What answered it stays.',
  group,
  access: 'user',
  params: commentPath,
  result: 'empty',
});
