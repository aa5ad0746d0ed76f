import type { NodeForm } from '../contract/objects/node-form.ts';

/** What an operator decides about the interface. */
export interface ApiSettings {
  readonly repository: { readonly id: string; readonly title: string; readonly nodeForm: NodeForm };
  /** The version of this program. */
  readonly version: string;
  /** Below which everything lies, such as `/edu-sharing`; empty for the root. */
  readonly contextPath: string;
  /** The address in links, context path included, where it is configured. */
  readonly publicUrl: string | undefined;
  /** The address in links when neither is known: no configured one, and no `Host` in the call. */
  readonly ownUrl: () => string;
  /** A larger page is cut to this. */
  readonly pageSize: number;
  /** How many bytes of written answers are kept. */
  readonly responseCacheBytes: number;
  /** Check every answer against the table before it goes out. */
  readonly checkAnswers: boolean;
}
