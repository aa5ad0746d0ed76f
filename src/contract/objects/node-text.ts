import { z } from 'zod';

/** The text that a node is found by. Later servers answer `text` alone. */
export const NodeText = z.strictObject({
  text: z.string().describe('Without markup; empty where there is none.'),
  state: z
    .enum([
      'text',
      'none',
      'waiting',
      'scan',
      'damaged',
      'encrypted',
      'too large',
      'took too long',
      'too much memory',
      'ended in the middle',
    ])
    .describe(
      'Choice of edu-repo. `text`: there is one. `none`: nothing is written in the content, or it is of a kind that is not read. `waiting`: it will be read soon. `scan`: it has pages, and no text. All others: why it could not be read.',
    ),
  given: z
    .boolean()
    .describe('Choice of edu-repo: somebody gave the node this text in place of the one in its content.'),
  cut: z.boolean().describe('Choice of edu-repo: there is more text than is searched.'),
});
