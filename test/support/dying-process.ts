import type { Seams } from '../../src/ports/seams.ts';

/** A process that dies at a point: from then on, none of its calls begins or ends. */
export interface DyingProcess {
  readonly seams: Seams;
  /** Resolves when the process has died. */
  readonly died: Promise<void>;
  /** The points that it passed, in order. */
  readonly points: readonly string[];
}

/** Wraps the calls through which an export leaves the process. `deathAt` is undefined for a process that lives. */
export function dyingProcess(seams: Seams, deathAt?: string): DyingProcess {
  const points: string[] = [];
  let isDead = false;
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const pass = async (point: string): Promise<void> => {
    if (!isDead) points.push(point);
    if (point === deathAt) {
      isDead = true;
      die();
    }
    if (isDead) await new Promise<never>(() => undefined);
  };
  const step = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    await pass(`before ${name}`);
    const result = await call();
    await pass(`after ${name}`);
    return result;
  };
  let changes = 0;
  const { store, content, archiveWriter, reportWriter, mailer, mailTemplates } = seams;
  return {
    died,
    points,
    seams: {
      ...seams,
      store: Object.create(store, {
        change: {
          value: (work: Parameters<typeof store.change>[0]) => {
            changes += 1;
            return step(`change ${changes}`, () => store.change(work));
          },
        },
      }),
      content: { ...content, write: (bytes) => step('storing the content', () => content.write(bytes)) },
      archiveWriter: {
        ...archiveWriter,
        open: () =>
          step('opening the archive', async () => {
            const archive = await archiveWriter.open();
            return {
              add: (file) => step(`adding ${file.path}`, () => archive.add(file)),
              finish: () =>
                step('finishing the archive', async () => {
                  const finished = await archive.finish();
                  return { ...finished, remove: () => step('removing the archive', finished.remove) };
                }),
              abort: archive.abort,
            };
          }),
      },
      reportWriter: {
        ...reportWriter,
        write: (report) => step('writing the report', () => reportWriter.write(report)),
      },
      mailTemplates: { fill: (name, values) => step('filling the mail', () => mailTemplates.fill(name, values)) },
      mailer: { ...mailer, send: (mail) => step('sending the mail', () => mailer.send(mail)) },
    },
  };
}
