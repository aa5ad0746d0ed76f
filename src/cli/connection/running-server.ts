/** A daemon in this process, started by `serve` or `demo`. */
export interface RunningServer {
  /** The base URL of the REST interface. */
  readonly url: string;
  /** Lost or damaged parts of the metadata store. If there are any, the repository is read-only. */
  readonly damage: readonly { readonly location: string; readonly message: string }[];
  /** The file that lists lost data. Set if this start accepted data loss. */
  readonly lossReport?: string;
  /** Waits for running requests, then releases everything. */
  close(): Promise<void>;
}
