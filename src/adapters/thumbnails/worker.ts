import { Unreadable } from '../sandbox/unreadable.ts';
import { serveJobs } from '../sandbox/worker-program.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import type { Job, Reply } from './messages.ts';

// The program of the worker process that makes thumbnails.

async function runJob(job: Job): Promise<Reply> {
  try {
    if (job.kind === 'make') return { kind: 'made', result: await makeThumbnail(job.source, job.path) };
    const { resized } = await import('./raster.ts');
    return { kind: 'resized', picture: await resized(job.picture, job.extent, job.asPng) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'none', why: error.why };
    throw error;
  }
}

serveJobs(runJob);
