import type { Group } from '../bench.ts';
import type { Measurement } from '../figures.ts';
import { plainLine } from '../line.ts';
import { memoryOf } from '../process-figures.ts';
import { settle } from '../settle.ts';

/** From nothing to the first right answer, and what the server then holds in memory. */
export const startUp: Group = async (bench) => {
  const { materials } = await bench.fixture();
  const node = materials[0] ?? '';
  const taken: { ready: Measurement[]; answer: Measurement[]; memory: Measurement[] } = {
    ready: [],
    answer: [],
    memory: [],
  };
  for (let round = 0; round < bench.options.rounds; round += 1) {
    await bench.stopRepository();
    const from = performance.now();
    const repository = await bench.start('any core');
    await repository.asTeacher.getNode({ repository: '-home-', node });
    taken.ready.push({ value: repository.startTime });
    taken.answer.push({ value: performance.now() - from });
    await settle(repository);
    taken.memory.push({ value: (memoryOf(repository.server.pid)?.resident ?? Number.NaN) / 1_048_576 });
  }
  const size = `${materials.length} nodes`;
  return [
    plainLine(`start until ready, ${size}`, 'ms', taken.ready),
    plainLine(`start until the first answer to a login, ${size}`, 'ms', taken.answer),
    plainLine(`memory at rest after a start, ${size}`, 'MB', taken.memory),
  ];
};
