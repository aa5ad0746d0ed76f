import { programFile } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/work-limits.ts';
import type { ThumbnailMaker } from '../../ports/thumbnails.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { type Job, largestSource, type Reply } from './messages.ts';

export interface ThumbnailMakerOptions extends WorkLimits {
  /** For the content that is looked at: its bytes may come from anywhere. Cleared at the first use. */
  readonly folder: string;
}

/** Whoever waits for another size gets a kept one where it takes too long; for a picture that is not there, a card. */
const ranks = { urgent: 0, resize: 1, behind: 2 } as const;

/** Makes pictures in a process of its own, which is there as long as there is something to do. Starts nothing yet. */
export function createThumbnailMaker({ folder, time, memory }: ThumbnailMakerOptions): ThumbnailMaker {
  const limits = { time, memory };
  const program = programFile('adapters/thumbnails/worker');
  const apart = createSandbox<Job, Reply>({ limits, folder, program, failing: 'Pictures cannot be made' });
  const wrongReply = (): Error => apart.unavailable('it was answered to something else');
  return {
    limits,
    make: (source, open, { urgent, owner = '', once = false }) =>
      apart.inTurn({ rank: urgent ? ranks.urgent : ranks.behind, owner }, async () => {
        const jobOf = (path: string): Job => ({ kind: 'make', source, path });
        const outcome = await apart.runOnFile(open, largestSource[source], jobOf, { once });
        if ('inVain' in outcome) return { made: null, why: outcome.inVain, ...(outcome.again ? { again: true } : {}) };
        const { reply } = outcome;
        if (reply.kind === 'made') return reply.result;
        if (reply.kind === 'none') return { made: null, why: reply.why };
        throw wrongReply();
      }),
    resize: (openPicture, extent) =>
      apart.inTurn({ rank: ranks.resize, owner: '' }, async () => {
        const picture = await openPicture();
        if (picture === undefined) return undefined;
        const reply = await apart.run({ kind: 'resize', picture, extent });
        if (reply.kind !== 'resized') throw wrongReply();
        return reply.picture;
      }),
    stop: apart.stop,
  };
}
