/** A daemon in this process, as `serve` and `demo` start it. */
export interface RunningServer {
  /** `{base_url}` */
  readonly url: string;
  /** What is lost or damaged in the metadata store: the repository is read-only. */
  readonly damage: readonly { readonly location: string; readonly message: string }[];
  /** The file that says what is missing, where this start accepted a loss. */
  readonly lossReport?: string;
  /** Lets running requests end, then frees everything. */
  close(): Promise<void>;
}
