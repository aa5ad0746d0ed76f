import type { Timestamp } from '../../base/timestamp.ts';
import { pauseAfter } from './pauses.ts';

/** The mail with the link to a finished export. */
export interface ExportMail {
  readonly state: 'pending' | 'sent';
  /** The number of failed attempts. */
  readonly tries: number;
  /** Why the last attempt failed; null if none has. */
  readonly reason: string | null;
  /** Null if it was sent. */
  readonly nextTry: Timestamp | null;
}

/** A mail to be sent at once. */
export const pendingMail = (at: Date): ExportMail => ({
  state: 'pending',
  tries: 0,
  reason: null,
  nextTry: at.toISOString(),
});

export const sentMail = (mail: ExportMail): ExportMail => ({ ...mail, state: 'sent', nextTry: null });

/** The mail after a failed attempt. */
export function failedMail(mail: ExportMail, reason: string, at: Date): ExportMail {
  const tries = mail.tries + 1;
  return { ...mail, tries, reason, nextTry: new Date(at.getTime() + pauseAfter(tries)).toISOString() };
}

export const isMailDue = (mail: ExportMail | null, at: Date): boolean =>
  mail?.nextTry != null && Date.parse(mail.nextTry) <= at.getTime();
