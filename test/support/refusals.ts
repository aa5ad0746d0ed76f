import { expect } from 'vitest';
import { AnswerError } from '../../src/client/answer-error.ts';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import type { RawResponse } from './raw-request.ts';

/** The class names that clients in the field compare, by status; written down by hand, not taken from the program. */
const classNames: Readonly<Record<number, string>> = {
  400: 'org.edu_sharing.restservices.DAOValidationException',
  401: 'org.edu_sharing.restservices.DAOSecurityException',
  403: 'org.edu_sharing.restservices.DAOSecurityException',
  404: 'org.edu_sharing.restservices.DAOMissingException',
  405: 'org.edu_sharing.restservices.DAOMissingException',
  406: 'org.edu_sharing.restservices.DAOValidationException',
  409: 'org.edu_sharing.restservices.DAODuplicateNodeNameException',
  412: 'org.edu_sharing.restservices.DAOValidationException',
  413: 'org.edu_sharing.restservices.DAOValidationException',
  415: 'org.edu_sharing.restservices.DAOMimetypeVerificationException',
  416: 'org.edu_sharing.restservices.DAOValidationException',
  429: 'org.edu_sharing.restservices.DAOSecurityException',
  502: 'java.lang.IllegalStateException',
  503: 'java.lang.IllegalStateException',
};

function expectErrorResponse(body: unknown, status: number, message: RegExp, className = classNames[status]): void {
  const parsed = ErrorResponse.parse(body);
  expect(parsed.error).toBe(className);
  expect(parsed.message).toMatch(message);
  // A sentence, not a word.
  expect(parsed.message.length).toBeGreaterThan(15);
  expect(parsed.stacktraceArray).toBeNull();
  expect(parsed.requestId).not.toBe('');
}

/** How the call failed. Fails where it succeeded, or where no answer came at all. */
export async function refusalOf(call: Promise<unknown>): Promise<AnswerError> {
  const outcome = await call.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  if ('result' in outcome) throw new Error(`This should have been refused: ${JSON.stringify(outcome.result)}`);
  if (outcome.error instanceof AnswerError) return outcome.error;
  throw outcome.error;
}

/** The call is answered with this status, by an ErrorResponse with the class name of the status and a message that fits. */
export async function expectRefused(call: Promise<unknown>, status: number, message = /\S/): Promise<void> {
  const refusal = await refusalOf(call);
  expect(refusal.status, refusal.message).toBe(status);
  expectErrorResponse(refusal.body, status, message);
}

/** An app may not use a node: 403 with a class name of its own, by which clients tell it from other refusals. */
export async function expectUsageRefused(call: Promise<unknown>, message = /\S/): Promise<void> {
  const refusal = await refusalOf(call);
  expect(refusal.status, refusal.message).toBe(403);
  expectErrorResponse(refusal.body, 403, message, 'org.edu_sharing.restservices.UsageException');
}

/** The same for a response that came by plain HTTP. */
export function expectRefusal(response: RawResponse, status: number, message = /\S/): void {
  expect(response.status, response.text).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expectErrorResponse(response.json(), status, message);
}
