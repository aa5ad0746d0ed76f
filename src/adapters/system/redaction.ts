const secretName =
  /pass(word|phrase|wort)|passwd|secret|token|authori[sz]ation|authentication|cookie|session|credential|(api|private|access)[-_]?key/i;
const secretText = /\b(basic|bearer|edu-ticket)\s+[\w.~+/=-]{4,}/gi;
// The length of the scheme is limited: otherwise a long text would be searched again from each of its letters.
const userInUrl = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]+@/gi;
const hidden = '[hidden]';

/** Limits the output, and ends circular references. */
const maxDepth = 6;

/**
 * A copy that may be written to a log. Values under names such as `password`, `token` or `cookie` are hidden, and so are
 * credentials within texts (`Bearer …`, `https://user:…@host`). Errors become plain objects with their causes.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[deeper]';
  if (value instanceof Date) return value.toJSON();
  if (value instanceof Error) return withoutSecrets(factsOfError(value), depth);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) ? hidden : withoutSecrets(item, depth + 1),
    ]),
  );
}

const hideInText = (text: string) => text.replace(secretText, `$1 ${hidden}`).replace(userInUrl, `$1${hidden}@`);

function factsOfError(error: Error): Readonly<Record<string, unknown>> {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, ...(cause === undefined ? {} : { cause }) };
}
