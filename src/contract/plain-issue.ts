import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** The maximum number of values that a message lists. */
const maxListed = 12;

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an email address',
  datetime: 'a date and time such as 2026-05-31T08:00:00Z',
  date: 'a date such as 2026-05-31',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

const kindOf = (input: unknown): string => {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return kinds[typeof input] ?? typeof input;
};

function wrongType({ expected, input }: RawIssue & { readonly expected?: unknown }): string {
  if (input === undefined) return 'is missing';
  if (expected === 'never') return 'is not allowed here';
  const expectedKind = kinds[String(expected)] ?? String(expected);
  const actualKind = kindOf(input);
  // A fraction is a number, too, and so is NaN.
  return actualKind === expectedKind || (actualKind === 'a number' && expectedKind === 'a whole number')
    ? `must be ${expectedKind}`
    : `must be ${expectedKind}, not ${actualKind}`;
}

const counted = (count: number | bigint, origin: string): string => {
  const unit = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'entry' : 'key';
  if (count === 1 || count === 1n) return `1 ${unit}`;
  return `${count} ${unit === 'entry' ? 'entries' : `${unit}s`}`;
};

const measures = new Set(['number', 'int', 'bigint', 'date']);

function tooSmall({ minimum, origin, inclusive, exact }: z.core.$ZodIssueTooSmall): string {
  if (exact === true) return `must have exactly ${counted(minimum, origin)}`;
  if (measures.has(origin)) return `must be ${inclusive === false ? 'greater than' : 'at least'} ${minimum}`;
  if (minimum === 1 || minimum === 1n) return 'must not be empty';
  return `must have at least ${counted(minimum, origin)}`;
}

function tooBig({ maximum, origin, inclusive, exact }: z.core.$ZodIssueTooBig): string {
  if (exact === true) return `must have exactly ${counted(maximum, origin)}`;
  if (measures.has(origin)) return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
  return `must have at most ${counted(maximum, origin)}`;
}

function wrongValue(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map((value) => JSON.stringify(value));
  if (values.length > maxListed) return `must be one of ${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? `must be ${last}` : `must be ${shown.join(', ')} or ${last}`;
}

/**
 * The message for a value that does not have the form of its schema, in plain words, to follow the name of the value: `must be a
 * number, not text`. For `safeParse(value, { error: plainIssue })`; messages of the schema take precedence. Never contains the value,
 * which may be a secret.
 */
export function plainIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    // A raw issue has the fields of the issue that it becomes.
    case 'too_small':
      return tooSmall(issue as unknown as z.core.$ZodIssueTooSmall);
    case 'too_big':
      return tooBig(issue as unknown as z.core.$ZodIssueTooBig);
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : wrongValue(issue.values as readonly unknown[]);
    case 'invalid_format': {
      const format = formats[String(issue.format)];
      return format === undefined ? 'does not have the required form' : `must be ${format}`;
    }
    case 'unrecognized_keys':
      return `has unknown keys: ${(issue.keys as readonly string[]).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has an invalid key';
    case 'invalid_element':
      return 'has an invalid entry';
    case 'invalid_union':
      return 'has none of the accepted forms';
    default:
      return undefined;
  }
}
