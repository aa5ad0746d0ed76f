/** The data of a report by the names that its template uses: texts, and lists for sections. */
export interface ReportView {
  readonly [name: string]: string | readonly ReportView[];
}

export interface Report {
  readonly title: string;
  /** BCP 47, such as `de-DE`. */
  readonly language: string;
  /** The time of creation in the metadata of the document. */
  readonly createdAt: Date;
  /** Texts and lists for all names of the template (`DataReportView`). */
  readonly view: ReportView;
}

/** Renders reports from an HTML template that an administrator may edit, in a worker thread. */
export interface ReportWriter {
  /** Reads the template and checks it. Rejects with `TemplateError`. */
  check(): Promise<void>;
  /** A tagged PDF (PDF/A-2a). Reads the template again. Rejects with `TemplateError`. */
  write(report: Report): Promise<Uint8Array>;
  /** Ends running jobs, which reject, and accepts no more. */
  stop(): Promise<void>;
}

/** A template that cannot be used, with the line of the mistake. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The file, with the line if there is one: `html/dataprotection/report.html:12`. */
  readonly location: string;

  constructor(location: string, message: string, options?: ErrorOptions) {
    super(`${location}: ${message}`, options);
    this.location = location;
  }
}
