import { messageOf } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { type ExportMail, failedMail, isMailDue, sentMail } from '../../domain/privacy/export-mail.ts';
import type { ExportOptions } from '../../domain/privacy/export-options.ts';
import type { ExportRecord } from '../../domain/privacy/export-queue.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';

/** Sends the mails about finished exports. A mail stays pending until the server has accepted it. */
export interface ExportMailTask {
  /** Sends regularly until it is stopped. */
  start(): void;
  /** Sends the mails that are due, in the background. */
  sendInBackground(): void;
  /** Waits for the mails that `sendInBackground` sends. Never rejects. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

type MailSeams = Pick<Seams, 'store' | 'clock' | 'mailer' | 'mailTemplates' | 'log'>;

/** In milliseconds. */
const firstPause = 5_000;
const pause = 15_000;

const day = 86_400_000;
const maxReasonLength = 500;

/** A finished export whose mail is pending. */
type Pending = ExportRecord & { readonly node: NodeId; readonly mail: ExportMail };

const isPending = (entry: ExportRecord, at: Date): entry is Pending => entry.node !== null && isMailDue(entry.mail, at);

/** Changes the mail of this export, unless the export was removed or replaced meanwhile. */
async function putMail(
  { store }: MailSeams,
  { user, node }: Pending,
  next: (mail: ExportMail) => ExportMail | null,
): Promise<void> {
  await store.change(async (change) => {
    const entry = await change.exports.get(user);
    if (entry?.node !== node || entry.mail === null) return;
    change.exports.put(user, { ...entry, mail: next(entry.mail) });
  });
}

async function deliver(
  { mailer, mailTemplates }: MailSeams,
  { node }: Pending,
  { firstName, lastName, email }: PersonRecord,
  { retention, baseUrl }: Pick<ExportOptions, 'retention' | 'baseUrl'>,
): Promise<void> {
  const link = `${baseUrl()}/eduservlet/download?nodeId=${node}`;
  const retentionPeriod = String(Math.floor(retention / day));
  const texts = await mailTemplates.fill('gdpr', { firstName, lastName, link, retentionPeriod });
  // The same for each attempt, so that a second copy can be recognized.
  await mailer.send({ ...texts, to: email, id: `dataprotection-${node}` });
}

export function createExportMailTask(
  seams: MailSeams,
  options: Pick<ExportOptions, 'retention' | 'baseUrl'>,
): ExportMailTask {
  const { store, clock, log } = seams;

  const sendOne = async (entry: Pending): Promise<void> => {
    const person = await store.people.get(entry.user);
    if (person?.id !== entry.person || person.email === '') return putMail(seams, entry, () => null);
    try {
      await deliver(seams, entry, person, options);
    } catch (error) {
      // An attempt that the stop of the server interrupted does not count.
      if (task.stopped) return;
      const reason = messageOf(error).slice(0, maxReasonLength);
      log.warn('The mail about a data export could not be sent. The next attempt follows.', {
        person: entry.user,
        reason,
      });
      return putMail(seams, entry, (mail) => failedMail(mail, reason, clock.now()));
    }
    await putMail(seams, entry, sentMail);
  };

  const work = async (): Promise<void> => {
    const due: Pending[] = [];
    const now = clock.now();
    for await (const [, entry] of store.exports.entries()) if (isPending(entry, now)) due.push(entry);
    for (const entry of due) if (!task.stopped) await sendOne(entry);
  };

  const failed = (error: unknown): void =>
    log.error('The mails about data exports could not be sent.', { reason: messageOf(error) });
  const task = createPeriodicTask(work, { firstPause, pause, failed });

  let requested: Promise<void> | undefined;

  return {
    start: task.start,
    sendInBackground() {
      // A run in progress may have read the queue before the latest export was finished.
      requested = task.anew().catch(failed);
    },
    finish: async () => requested,
    async stop() {
      await task.stop();
      await requested;
    },
  };
}
