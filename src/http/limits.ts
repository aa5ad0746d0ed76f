/** The limits of request bodies. Sizes are in bytes. */
export interface HttpLimits {
  readonly jsonBody: number;
  /** How deep objects and lists of a JSON body may be nested. */
  readonly jsonDepth: number;
  /** Undefined: no limit. */
  readonly upload: number | undefined;
}

/** The time limits of a connection, in milliseconds. */
export interface HttpTimes {
  /** For the request line and the headers of a request. */
  readonly head: number;
  /** For a whole request, such as an upload. `body-pace` limits how slowly its body may arrive. */
  readonly request: number;
  /** Without a byte in either direction, and for each part of a file that the client has to take. */
  readonly silence: number;
}

export const defaultTimes: HttpTimes = { head: 10_000, request: 86_400_000, silence: 120_000 };

/** How large a form may be. */
export interface FormLimits {
  readonly bytes: number;
  readonly fields: number;
}

/** The form of the token endpoint has a few short fields, and clients send it before they sign in. */
export const tokenFormLimits: FormLimits = { bytes: 100_000, fields: 50 };

/** Forms of pages: the details of a node with their earlier values, and a field for each value of a list. */
export const pageFormLimits: FormLimits = { bytes: 300_000, fields: 1_000 };
