import type { z } from 'zod';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { plainIssue } from '../../contract/plain-issue.ts';
import { Configuration } from './configuration.ts';
import { configurationKeys, readOverride, similarKey, variableOf } from './configuration-keys.ts';
import { isTree, readYamlFile, type Tree } from './yaml-file.ts';

export interface ConfigurationSources {
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** From command-line options: dotted key to text. */
  readonly overrides: Readonly<Record<string, string>>;
}

interface Override {
  readonly key: readonly string[];
  readonly text: string;
  /** The variable or option, for messages. */
  readonly source: string;
}

/** All overrides. Options follow variables, so they take precedence. */
function overridesOf(sources: ConfigurationSources): Override[] {
  const fromEnvironment = configurationKeys.flatMap((key) => {
    const text = sources.environment[variableOf(key)];
    return text === undefined ? [] : [{ key, text, source: variableOf(key) }];
  });
  const fromOptions = Object.entries(sources.overrides).map(([key, text]) => ({
    key: key.split('.'),
    text,
    source: `the option for ${key}`,
  }));
  return [...fromEnvironment, ...fromOptions];
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [name]: value };
  const subtree = tree[name];
  return { ...tree, [name]: put(isTree(subtree) ? subtree : {}, rest, value) };
}

const sections = new Set(
  configurationKeys.flatMap((key) => key.slice(0, -1).map((_, at) => key.slice(0, at + 1).join('.'))),
);

/** Replaces null by an empty section: YAML reads a section with only comments as null. */
function withEmptySections(tree: Tree, parents: readonly string[] = []): Tree {
  const filled = Object.entries(tree).map(([name, value]) => {
    const path = [...parents, name];
    if (value === null && sections.has(path.join('.'))) return [name, {}];
    return [name, isTree(value) ? withEmptySections(value, path) : value];
  });
  return Object.fromEntries(filled);
}

/** Messages that say how to correct an issue. */
function* describe(issue: z.core.$ZodIssue): Generator<{ path: readonly PropertyKey[]; message: string }> {
  if (issue.code !== 'unrecognized_keys') {
    yield { path: issue.path, message: `${issue.path.join('.')} ${issue.message}` };
    return;
  }
  for (const key of issue.keys) {
    const dotted = [...issue.path, key].join('.');
    const similar = similarKey(dotted);
    const hint =
      similar === undefined
        ? 'a new config.yaml shows all keys (edu-repo init --data NEW-FOLDER)'
        : `the nearest one is ${similar}`;
    yield { path: [...issue.path, key], message: `${dotted} is not a known key; ${hint}` };
  }
}

const startsWith = (path: readonly PropertyKey[], key: readonly string[]): boolean =>
  key.length <= path.length && key.every((name, at) => path[at] === name);

/**
 * Reads the configuration. An option takes precedence over a variable, a variable over the file, and the file over the
 * default. Rejects with `ConfigurationError`, which lists each error with line and column, or with its variable or
 * option.
 */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const { content, positionOf } = await readYamlFile(sources.file);
  const overrides = overridesOf(sources);
  const tree = overrides.reduce(
    (sum, { key, text }) => put(sum, key, readOverride(key, text)),
    withEmptySections(content),
  );
  const parsed = Configuration.safeParse(tree, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) => [...describe(issue)]);
  const lines = errors.map(({ path, message }) => {
    const override = overrides.findLast(({ key }) => startsWith(path, key));
    return `${override?.source ?? positionOf(path)}: ${message}`;
  });
  throw new ConfigurationError(lines.join('\n'));
}
