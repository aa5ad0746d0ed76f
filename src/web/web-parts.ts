import type { ApiSettings } from '../api/settings.ts';
import type { Answer, Transport } from '../contract/call.ts';

/** What the web view needs from the other layers. */
export interface WebParts {
  readonly send: Transport;
  readonly settings: Pick<ApiSettings, 'repository' | 'contextPath' | 'publicUrl' | 'version'>;
  /** Turns an unexpected failure into a response, and reports it. */
  readonly answerError: (error: unknown) => Answer;
  readonly clock: { now(): Date };
  /** New random bits as text. */
  readonly secret: () => string;
}
