import { programFile } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/work-limits.ts';
import type { TextReader } from '../../ports/texts.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { type Job, largestSource, type Reply } from './messages.ts';

export interface TextReaderOptions extends WorkLimits {
  /** For the content that is looked at: its bytes may come from anywhere. Cleared at the first use. */
  readonly folder: string;
}

/** Of the time that there is, for all but reading: starting the process, and answering. */
const forTheRest = 0.4;

/** Reads texts in a process of its own, which is there as long as there is something to do. Starts nothing yet. */
export function createTextReader({ folder, time, memory }: TextReaderOptions): TextReader {
  const limits = { time, memory };
  const program = programFile('adapters/texts/worker');
  const apart = createSandbox<Job, Reply>({ limits, folder, program, failing: 'Texts cannot be read' });
  return {
    limits,
    read: (source, open, how) =>
      apart.inTurn({ rank: 0, owner: '' }, async () => {
        const jobOf = (path: string): Job => ({ source, path, time: time * (1 - forTheRest) });
        const outcome = await apart.runOnFile(open, largestSource[source], jobOf, how);
        if ('reply' in outcome) return outcome.reply.outcome;
        return { text: null, why: outcome.inVain, ...(outcome.again ? { again: true } : {}) };
      }),
    stop: apart.stop,
  };
}
