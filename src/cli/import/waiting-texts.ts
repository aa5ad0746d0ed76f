import { createClient } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { Context } from '../program/context.ts';

/**
 * Says after an import if search cannot find words of these nodes yet. A server that does not tell is taken to be ready, because the
 * import itself succeeded.
 */
export async function noteWaitingTexts(nodes: readonly string[], context: Context): Promise<void> {
  const client = createClient((await context.connect()).send);
  const asked = nodes.map((node) => client.getTextContent({ repository, node }));
  const answers = await Promise.allSettled(asked);
  const isWaiting = answers.some((answer) => answer.status === 'fulfilled' && answer.value.state === 'waiting');
  if (!isWaiting) return;
  context.output.note(
    'Not all texts are searchable yet: a running server reads them in the background, and edu-repo status says when all are read. Until then, search finds the files by name and metadata.',
  );
}
