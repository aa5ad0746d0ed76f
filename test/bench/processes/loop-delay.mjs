// Preloaded into a server (--import): at each SIGUSR2 it prints the 99th percentile of the delay of the event loop since
// the one before, in milliseconds, with the number of the signal, and begins anew.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let count = 0;

process.on('SIGUSR2', () => {
  count += 1;
  process.stdout.write(`loop-delay ${count}: ${delay.percentile(99) / 1_000_000}\n`);
  delay.reset();
});
