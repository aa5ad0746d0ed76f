import { z } from 'zod';
import { Comment, Comments } from '../objects/annotations.ts';
import { nodePath, repositoryParam, skipping } from '../objects/common.ts';
import { operation } from '../operation.ts';

const group = 'comment';

const path = '/comment/v1/comments/{repository}/{node}';

/** The parameter is named `node` as in `path`, because OpenAPI allows only one name for a position in a path. */
const commentPath = z.object({ repository: repositoryParam, node: z.string().describe('The ID of a comment.') });

const body = { kind: 'text', name: 'the comment', maxCharacters: 10_000 } as const;

const textBody = 'The body is the plain text, whatever its media type; it is stored byte for byte.';

export const listComments = operation({
  method: 'GET',
  path,
  summary: 'List the comments on a node, oldest first',
  description: 'Requires the right `Comment`, like adding a comment.',
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
  description: `${textBody} Specific to edu-repo: returns the comment; a node can have at most 1,000 comments.`,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({
    commentReference: z.string().optional().describe('The ID of the comment to reply to. It must be on the same node.'),
  }),
  body,
  result: Comment,
});

export const editComment = operation({
  method: 'POST',
  path,
  summary: 'Edit your own comment',
  description: `${textBody} Specific to edu-repo: only the author can edit a comment; administrators cannot.`,
  group,
  access: 'user',
  dryRun: true,
  params: commentPath,
  body,
  result: Comment,
});

export const deleteComment = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a comment',
  description:
    'Authors can delete their own comments; people who may write a node can delete all comments on it. Replies stay.',
  group,
  access: 'user',
  dryRun: true,
  params: commentPath,
  result: 'empty',
});
