import { parse } from 'yaml';
import { z } from 'zod';
import { nearestOf, similarOf } from '../../base/nearest.ts';
import { Configuration } from './configuration.ts';
import { secretSetting } from './secrets.ts';

function inner(schema: unknown): unknown {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable
    ? inner(schema.unwrap())
    : schema;
}

/** A key as a path, such as `['server', 'port']`, and whether its value is a string, a list of strings, or a secret. */
interface Leaf {
  readonly path: readonly string[];
  readonly isText: boolean;
  readonly isList: boolean;
  readonly isSecret: boolean;
}

const isTextSchema = (schema: unknown): boolean => schema instanceof z.ZodString || schema instanceof z.ZodURL;

function* leaves(schema: unknown, path: readonly string[]): Generator<Leaf> {
  const bare = inner(schema);
  if (!(bare instanceof z.ZodObject)) {
    const isList = bare instanceof z.ZodArray && isTextSchema(bare.element);
    yield { path, isText: isTextSchema(bare), isList, isSecret: bare === secretSetting };
    return;
  }
  for (const [name, field] of Object.entries(bare.shape)) yield* leaves(field, [...path, name]);
}

const allLeaves: readonly Leaf[] = [...leaves(Configuration, [])];

export const configurationKeys: readonly (readonly string[])[] = allLeaves.map(({ path }) => path);

const keysThat = (holds: (leaf: Leaf) => boolean): ReadonlySet<string> =>
  new Set(allLeaves.filter(holds).map(({ path }) => path.join('.')));

const textKeys = keysThat(({ isText }) => isText);
const listKeys = keysThat(({ isList }) => isList);
const secretKeys = keysThat(({ isSecret }) => isSecret);

/**
 * Parses the text of a variable or option as YAML, as in the file. Values of string keys stay strings, and so do secrets, unless
 * they name a file or a variable: `{file: mail.secret}`. A list of strings may also be written without brackets:
 * `10.0.0.3, 10.0.0.4`.
 */
export function readOverride(key: readonly string[], text: string): unknown {
  if (text === 'null') return null;
  if (textKeys.has(key.join('.')) || text === '') return text;
  if (listKeys.has(key.join('.')) && !text.trimStart().startsWith('['))
    return text.split(',').map((part) => part.trim());
  const value = yamlOf(text);
  if (!secretKeys.has(key.join('.'))) return value;
  return typeof value === 'object' && secretSetting.safeParse(value).success ? value : text;
}

function yamlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    // Not YAML: the schema rejects the text and names the expected type.
    return text;
  }
}

/** The environment variable of a key: `EDU_REPO_SERVER_PORT` for `server.port`. */
export const variableOf = (key: readonly string[]): string => `EDU_REPO_${key.join('_').toUpperCase()}`;

/** A known name with the same end, such as `server.host` for `host`, or else a similar one. Undefined if there is neither. */
function meantBy(unknown: string, end: string, known: Iterable<string>): string | undefined {
  const names = [...new Set(known)];
  return (
    nearestOf(
      names.filter((name) => name.endsWith(end)),
      unknown,
    ) || similarOf(names, unknown)
  );
}

/** The known key that an unknown one was most likely meant to be; undefined if none is similar. */
export function similarKey(unknown: string): string | undefined {
  const known = configurationKeys.flatMap((key) => key.map((_, at) => key.slice(0, at + 1).join('.')));
  return meantBy(unknown, `.${unknown.split('.').at(-1)}`, known);
}

/** The variables of the command line that are not keys of `config.yaml`. */
const commandLineVariables = ['ADMIN_PASSWORD', 'AS', 'CONFIG', 'DATA', 'PASSWORD', 'REMOTE', 'TOKEN', 'URL', 'USER'];

/** Kubernetes sets these for a service whose name begins with `edu-repo`. */
const isOfService = (name: string, value: string | undefined): boolean =>
  /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/.test(name) || /^(?:tcp|udp):\/\//.test(value ?? '');

/** One line for each variable that begins like ours and has no effect, most likely because its name is misspelt. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set([
    ...configurationKeys.map(variableOf),
    ...commandLineVariables.map((name) => `EDU_REPO_${name}`),
  ]);
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith('EDU_REPO_') && !known.has(name) && !isOfService(name, value))
    .map(([name]) => {
      const similar = meantBy(name, name.slice('EDU_REPO'.length), known);
      return `${name} has no effect: there is no such variable${similar === undefined ? '' : `; the nearest one is ${similar}`}`;
    });
}
