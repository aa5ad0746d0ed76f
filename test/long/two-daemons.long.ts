import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { startCommand } from '../faults/command-line.ts';
import { auditTrial, beginTrial, figuresOf } from '../faults/cut-cycles.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';
import { write } from '../faults/writer.ts';

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

describe('A second daemon on the same data', () => {
  async function expectRefusal(dataDirectory: string, owner: DaemonProcess): Promise<void> {
    const { exitCode, stdout, stderr } = await startCommand({ dataDirectory }, 'serve', '--port', '0');
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: '' });
    expect(stderr).toContain(`process ${owner.pid}`);
  }

  test('ends by itself with 9 and names the first, 20 times, and changes nothing', async () => {
    const dataDirectory = join(await newFolder(), 'data');
    const trial = await beginTrial(dataDirectory);
    const first = await startDaemon({ dataDirectory });
    onTestFinished(first.kill);
    const end = { happened: false };
    const writing = Promise.all(trial.models.map((model) => write(first.client, model, end)));
    for (let number = 0; number < 10; number += 1) await expectRefusal(dataDirectory, first);
    end.happened = true;
    await writing;
    await auditTrial(first, trial);
    const { store } = await first.client.getStatus();
    await Promise.all(Array.from({ length: 10 }, () => expectRefusal(dataDirectory, first)));
    expect((await first.client.getStatus()).store).toEqual(store);
    await auditTrial(first, trial);
    expect(trial.findings).toEqual({ lost: [], halfMade: [] });
    report(`second daemons: 20 refused, ${figuresOf(trial, 0)}`);
    expect(await first.stop()).toBe(0);
  });
});
