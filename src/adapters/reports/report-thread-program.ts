import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ReportJob, renderReport } from './render-report.ts';

// The program of the worker thread of a report (`report-thread.ts`). `workerData` is the job.

/** On machines with few cores, the threads that answer requests have priority. */
const niceness = 5;

// Only Linux sets the priority of a single thread. A process without the permission runs with the default priority.
if (process.platform === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // The priority only affects speed.
  }
}

async function render(job: ReportJob): Promise<void> {
  const rendered = await renderReport(job);
  // Small buffers share their memory with others, and cannot be transferred (Node.js 24 throws).
  const isShared = rendered.byteLength < rendered.buffer.byteLength;
  const bytes = isShared ? new Uint8Array(rendered) : rendered;
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
}

// A rejection ends the thread with that error. With `await` at the top level, the bundler would split all other chunks.
void render(workerData);
