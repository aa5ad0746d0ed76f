import type { z } from 'zod';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { Configuration } from './configuration.ts';
import { configurationKeys, nearestKey, readOverride, variableOf } from './configuration-keys.ts';
import { isTree, readYamlFile, type Tree } from './yaml-file.ts';

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

const startsWith = (path: readonly PropertyKey[], key: readonly string[]): boolean =>
  key.length <= path.length && key.every((name, at) => path[at] === name);

/**
 * Reads the configuration: flag over variable over file over default. Rejects with `ConfigurationError`, which tells
 * every mistake with line and column, or with the variable or option that it came from.
 */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const { content, placeOf } = await readYamlFile(sources.file);
  const overrides = overridesOf(sources);
  const tree = overrides.reduce(
    (sum, { key, text }) => put(sum, key, readOverride(key, text)),
    withEmptySections(content),
  );
  const parsed = Configuration.safeParse(tree);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap((issue) => [...describe(issue)]);
  const told = mistakes.map(({ path, message }) => {
    const override = overrides.findLast(({ key }) => startsWith(path, key));
    return `${override?.source ?? placeOf(path)}: ${message}`;
  });
  throw new ConfigurationError(told.join('\n'));
}
