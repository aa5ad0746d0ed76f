import { programFile } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/failed-attempts.ts';
import type { TextReader } from '../../ports/texts.ts';
import { Sandbox, type SandboxOptions } from '../sandbox/sandbox.ts';
import { type Job, maxSourceBytes, type Reply } from './messages.ts';

/** The share of the time limit for starting the process and sending the reply. The rest is for reading. */
const overhead = 0.4;

/** Reads texts in a worker process. Starts no process yet. */
export function createTextReader({ folder, time, memory }: WorkLimits & Pick<SandboxOptions, 'folder'>): TextReader {
  const limits = { time, memory };
  const program = programFile('adapters/texts/worker');
  const sandbox = new Sandbox<Job, Reply>({ limits, folder, program, failing: 'Texts cannot be read' });
  return {
    limits,
    read: (source, open, how) =>
      sandbox.enqueue({ rank: 0, owner: '' }, async () => {
        const jobOf = (path: string): Job => ({ source, path, time: time * (1 - overhead) });
        const outcome = await sandbox.runOnFile(open, maxSourceBytes[source], jobOf, how);
        if ('reply' in outcome) return outcome.reply.outcome;
        return { text: null, why: outcome.failed, ...(outcome.again ? { again: true } : {}) };
      }),
    stop: () => sandbox.stop(),
  };
}
