/** A daemon in this process, as `serve` and `demo` start it. */
export interface RunningServer {
  /** `{base_url}` */
  readonly url: string;
  /** Lets running requests end, then frees everything. */
  close(): Promise<void>;
}
