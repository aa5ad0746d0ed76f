import type { Child } from './child.ts';

/**
 * Tells how long the event loop of a server was held up since it was asked last: the 99th percentile, in milliseconds. The
 * server has `programs.loopDelay` preloaded.
 */
export function loopDelayOf(server: Child): () => Promise<number> {
  let asked = 0;
  return async () => {
    asked += 1;
    const beginning = `loop-delay ${asked}: `;
    process.kill(server.pid, 'SIGUSR2');
    return Number((await server.line(beginning)).slice(beginning.length));
  };
}
