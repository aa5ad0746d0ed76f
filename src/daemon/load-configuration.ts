import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { ConfigurationError } from '../base/configuration-error.ts';
import { systemErrorCode } from '../base/errors.ts';
import { Configuration } from './configuration.ts';
import { configurationKeys, nearestKey, readOverride, variableOf } from './configuration-keys.ts';

export interface ConfigurationSources {
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** From flags: dotted key to text. */
  readonly overrides: Readonly<Record<string, string>>;
}

interface Override {
  readonly key: readonly string[];
  readonly text: string;
  /** Where it comes from, for messages. */
  readonly source: string;
}

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flags beat variables: they come later. */
function overridesOf(sources: ConfigurationSources): Override[] {
  const fromEnvironment = configurationKeys.flatMap((key) => {
    const text = sources.environment[variableOf(key)];
    return text === undefined ? [] : [{ key, text, source: variableOf(key) }];
  });
  const fromFlags = Object.entries(sources.overrides).map(([key, text]) => ({
    key: key.split('.'),
    text,
    source: `the option for ${key}`,
  }));
  return [...fromEnvironment, ...fromFlags];
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [name]: value };
  const below = tree[name];
  return { ...tree, [name]: put(isTree(below) ? below : {}, rest, value) };
}

const sections = new Set(
  configurationKeys.flatMap((key) => key.slice(0, -1).map((_, at) => key.slice(0, at + 1).join('.'))),
);

/** A section whose keys are all commented out reads as null; it means an empty one. */
function withEmptySections(tree: Tree, above: readonly string[] = []): Tree {
  const filled = Object.entries(tree).map(([name, value]) => {
    const path = [...above, name];
    if (value === null && sections.has(path.join('.'))) return [name, {}];
    return [name, isTree(value) ? withEmptySections(value, path) : value];
  });
  return Object.fromEntries(filled);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // Without a file every key has its default.
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw new ConfigurationError(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

/** What a mistake is, in words that tell how to mend it. */
function* describe(issue: z.core.$ZodIssue): Generator<{ path: readonly PropertyKey[]; message: string }> {
  if (issue.code !== 'unrecognized_keys') {
    yield { path: issue.path, message: `${issue.path.join('.')} ${issue.message}` };
    return;
  }
  for (const key of issue.keys) {
    const dotted = [...issue.path, key].join('.');
    yield { path: [...issue.path, key], message: `${dotted} is no key; the nearest one is ${nearestKey(dotted)}` };
  }
}

function parseFile(file: string, text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const mistakes = document.errors.map((error) => `${place(error.pos[0])}: ${error.message}`);
    throw new ConfigurationError(mistakes.join('\n'));
  }
  const content: unknown = document.toJS() ?? {};
  if (!isTree(content)) throw new ConfigurationError(`${place(0)}: the file must hold keys and values`);
  const placeOf = (path: readonly PropertyKey[]): string => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return place(Number(range[0]));
    }
    return file;
  };
  return { content: withEmptySections(content), placeOf };
}

const startsWith = (path: readonly PropertyKey[], key: readonly string[]): boolean =>
  key.length <= path.length && key.every((name, at) => path[at] === name);

/**
 * Reads the configuration: flag over variable over file over default. Rejects with `ConfigurationError`, which tells
 * every mistake with line and column, or with the variable or option that it came from.
 */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const { content, placeOf } = parseFile(sources.file, await readText(sources.file));
  const overrides = overridesOf(sources);
  const tree = overrides.reduce((sum, { key, text }) => put(sum, key, readOverride(key, text)), content);
  const parsed = Configuration.safeParse(tree);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap((issue) => [...describe(issue)]);
  const told = mistakes.map(({ path, message }) => {
    const override = overrides.findLast(({ key }) => startsWith(path, key));
    return `${override?.source ?? placeOf(path)}: ${message}`;
  });
  throw new ConfigurationError(told.join('\n'));
}
