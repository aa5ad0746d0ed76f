import { badRequest, messageOf } from '../base/errors.ts';
import { parseText } from './json-body.ts';

/** Whether the type names a form whose parts can be told apart: without a boundary the body is what it is. */
export const isFormWithParts = (type: string | undefined): type is string =>
  type !== undefined && /^\s*multipart\/form-data\s*;.*\bboundary\s*=/is.test(type);

/** The text in the first field of a form, be it sent as a field or as a file; empty where it has none. */
export async function parseTextInForm(bytes: Buffer, type: string): Promise<string> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch((error: unknown) => {
    throw badRequest(`The form cannot be read: ${messageOf(error)}.`);
  });
  const [first = ''] = form.values();
  return typeof first === 'string' ? first : parseText(Buffer.from(await first.arrayBuffer()));
}
