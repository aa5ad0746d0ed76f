/** A value in a template: a text, a list for a section, or a condition. */
export type ReportValue = string | boolean | readonly ReportView[];

/** The data of a report by the names that its template uses. */
export interface ReportView {
  readonly [name: string]: ReportValue;
}

export interface Report {
  readonly title: string;
  /** BCP 47, such as `de-DE`. */
  readonly language: string;
  /** Printed as the time of creation in the metadata of the document. */
  readonly createdAt: Date;
  readonly view: ReportView;
}

/** Renders reports from the HTML template of the data directory, in a worker thread. */
export interface ReportWriter {
  /** Reads the template and checks it. Rejects with `TemplateError`. */
  check(): Promise<void>;
  /** A tagged PDF (PDF/A-2a). Reads the template again, since an administrator may have edited it. Rejects with `TemplateError`. */
  write(report: Report): Promise<Uint8Array>;
  /** Ends a running job, which rejects, and accepts no more. */
  stop(): Promise<void>;
}

/** A template that cannot be read, with the line of the mistake. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The file, with the line if there is one: `html/dataprotection/report.html:12`. */
  readonly location: string;

  constructor(location: string, message: string, options?: ErrorOptions) {
    super(`${location}: ${message}`, options);
    this.location = location;
  }
}
