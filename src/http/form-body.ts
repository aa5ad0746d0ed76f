import type { Context } from 'koa';
import { koaBody } from 'koa-body';

/** Fields by name. One that was sent more than once is a list. */
export type FormFields = Readonly<Record<string, unknown>>;

const mostFields = 50;

/**
 * Reads the fields of a form, urlencoded or multipart. Of files nothing is read. Undefined where the body is no form
 * or cannot be read as one: then every field is missing, which is for the operation to tell.
 */
export function createReadForm(limit: number): (context: Context) => Promise<FormFields | undefined> {
  const read = koaBody({
    urlencoded: true,
    multipart: true,
    json: false,
    text: false,
    formLimit: limit,
    queryString: { parameterLimit: mostFields, depth: 0, plainObjects: true },
    formidable: {
      maxFields: mostFields,
      maxFieldsSize: limit,
      // Nothing that comes without a sign-in is written to the disk.
      filter: ({ originalFilename }) => originalFilename === null,
    },
  });
  return async (context) => {
    try {
      await read(context, async () => {});
    } catch {
      return undefined;
    }
    // koa-body hangs what it read on the request, without telling its type.
    const { body } = context.request as { readonly body?: unknown };
    return typeof body === 'object' && body !== null ? (body as FormFields) : undefined;
  };
}
