export interface Mail {
  /** The address of the recipient. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for all attempts to deliver a mail, so that a second copy can be recognized. Without `<` and `>`. */
  readonly id: string;
}

/** Delivers mails: over SMTP, or as files in a folder if no server is configured. */
export interface Mailer {
  /**
   * Resolves when the server or the folder has accepted the mail. Rejects with `MailFailed` after at most 30 seconds. A server that
   * ends the connection after it received the mail may have accepted it.
   */
  send(mail: Mail): Promise<void>;
  /** Ends the running deliveries, which reject, and accepts no more. */
  stop(): Promise<void>;
}

/** The server did not accept a mail. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** Whether the server refused the mail for good (5xx), so that another attempt is of little use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.permanent = permanent;
  }
}

/** The texts of a mail with placeholders. */
export interface MailTemplates {
  /** Fills in a template of the data directory, such as `gdpr`. Rejects with `TemplateError`. */
  fill(name: string, values: Readonly<Record<string, string>>): Promise<Pick<Mail, 'subject' | 'text' | 'html'>>;
}
