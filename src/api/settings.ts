import type { NodeForm } from '../contract/objects/node-form.ts';

/** Settings, variables and texts for web front ends. The repository itself does not use them. */
interface FrontendSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Texts by language, such as `de`, and by key. */
  readonly language: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface ApiSettings {
  readonly repository: { readonly id: string; readonly title: string; readonly nodeForm: NodeForm };
  /** The version of this program. */
  readonly version: string;
  /** The path prefix of all URLs, such as `/edu-sharing`; empty for the root. */
  readonly contextPath: string;
  /** The configured base URL of links, including the context path; undefined if it is not configured. */
  readonly publicUrl: string | undefined;
  /** The origins of other sites whose pages may act with the session of their visitor. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** The base URL of links if none is configured and the call has no `Host`. */
  readonly ownUrl: () => string;
  /** The maximum number of entries in a page. */
  readonly pageSize: number;
  /** The maximum time in milliseconds that a call that only reads may take. */
  readonly readTime: number;
  /** The limits of this repository by the names of their settings, as the OpenAPI document publishes them. */
  readonly publishedLimits: Readonly<Record<string, number | string | null>>;
  /** What an administrator has set for web front ends. */
  readonly frontend: FrontendSettings;
  /** Whether to check each response against the schema of its operation before it is sent. */
  readonly checkAnswers: boolean;
}
