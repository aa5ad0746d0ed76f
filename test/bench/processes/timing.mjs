const cpuSeconds = ({ user, system }) => (user + system) / 1_000_000;

function percentiles(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

/**
 * Does the work for each query, one after the other: milliseconds, and CPU seconds of the whole process, that half of them and
 * 99 of 100 keep below. Other work on the machine hardly moves the latter.
 */
export async function timeEach(queries, work) {
  const times = [];
  const cpu = [];
  for (const query of queries) {
    const before = process.cpuUsage();
    const from = performance.now();
    const done = work(query);
    if (done instanceof Promise) await done;
    times.push(performance.now() - from);
    cpu.push(cpuSeconds(process.cpuUsage(before)));
  }
  const [values, costs] = [percentiles(times), percentiles(cpu)];
  return { p50: { value: values.p50, cpu: costs.p50 }, p99: { value: values.p99, cpu: costs.p99 } };
}

/** Adds up the time, and the processor time of the whole process, of work that is done in pieces. */
export function createStopwatch() {
  let milliseconds = 0;
  let cpu = 0;
  return {
    async time(work) {
      const [from, before] = [performance.now(), process.cpuUsage()];
      await work();
      milliseconds += performance.now() - from;
      cpu += cpuSeconds(process.cpuUsage(before));
    },
    /** Of each of so many equal things: how many in a second, and the CPU seconds of one. */
    each: (count) => ({ value: count / (milliseconds / 1000), cpu: cpu / count }),
  };
}
