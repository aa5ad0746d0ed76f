import { programFile } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/failed-attempts.ts';
import type { ThumbnailMaker } from '../../ports/thumbnails.ts';
import { Sandbox, type SandboxOptions } from '../sandbox/sandbox.ts';
import { type Job, maxSourceBytes, type Reply } from './messages.ts';

/**
 * The ranks of jobs; lower ranks go first. Resizes rank second: until a resize is done, clients get a stored size, but
 * without a thumbnail only a placeholder.
 */
const ranks = { urgent: 0, resize: 1, background: 2 } as const;

/** Makes thumbnails in a worker process. Starts no process yet. */
export function createThumbnailMaker(options: WorkLimits & Pick<SandboxOptions, 'folder'>): ThumbnailMaker {
  const { folder, time, memory } = options;
  const limits = { time, memory };
  const program = programFile('adapters/thumbnails/worker');
  const sandbox = new Sandbox<Job, Reply>({ limits, folder, program, failing: 'Thumbnails cannot be made' });
  const wrongReply = (): Error => sandbox.unavailable('the worker sent an unexpected reply');
  return {
    limits,
    make: (source, open, { urgent, owner = '', once = false }) =>
      sandbox.enqueue({ rank: urgent ? ranks.urgent : ranks.background, owner }, async () => {
        const jobOf = (path: string): Job => ({ kind: 'make', source, path });
        const outcome = await sandbox.runOnFile(open, maxSourceBytes[source], jobOf, { once });
        if ('failed' in outcome) return { made: null, why: outcome.failed, ...(outcome.again ? { again: true } : {}) };
        const { reply } = outcome;
        if (reply.kind === 'made') return reply.result;
        if (reply.kind === 'none') return { made: null, why: reply.why };
        throw wrongReply();
      }),
    resize: (openThumbnail, extent, { asPng = false } = {}) =>
      sandbox.enqueue({ rank: ranks.resize, owner: '' }, async () => {
        const thumbnail = await openThumbnail();
        if (thumbnail === undefined) return undefined;
        const reply = await sandbox.run({ kind: 'resize', picture: thumbnail, extent, asPng });
        if (reply.kind !== 'resized') throw wrongReply();
        return reply.picture;
      }),
    stop: () => sandbox.stop(),
  };
}
