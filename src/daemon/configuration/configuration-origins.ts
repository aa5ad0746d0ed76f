import type { Configuration } from './configuration.ts';
import { configurationKeys, variableOf } from './configuration-keys.ts';
import { loadConfiguration } from './load-configuration.ts';
import { isTree, readYamlFile } from './yaml-file.ts';

/** A setting in force. */
export interface Setting {
  /** Such as `server.port`. */
  readonly key: string;
  /** `(hidden)` in place of a password or secret. */
  readonly value: unknown;
  readonly origin: 'default' | 'file' | 'environment';
  /** The variable, or the file with line and column; null for a default. */
  readonly place: string | null;
}

const valueAt = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), tree);

/** Text in the place of a secret. Where a secret comes from, such as `{file: …}`, is none itself. */
function hidden(key: string, value: unknown): unknown {
  const hide = (one: unknown): unknown => (typeof one === 'string' ? '(hidden)' : one);
  if (key.endsWith('.password') || key.endsWith('.token')) return hide(value);
  if (key !== 'authentication.oauth.clients' || !isTree(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([id, secret]) => [id, hide(secret)]));
}

/** All settings with their values and where these come from. Rejects as `loadConfiguration` does. */
export async function configurationOrigins(file: string, environment: NodeJS.ProcessEnv): Promise<Setting[]> {
  const configuration: Configuration = await loadConfiguration({ file, environment, overrides: {} });
  const { content, positionOf } = await readYamlFile(file);
  return configurationKeys.map((path): Setting => {
    const key = path.join('.');
    const value = hidden(key, valueAt(configuration, path) ?? null);
    const variable = variableOf(path);
    if (environment[variable] !== undefined) return { key, value, origin: 'environment', place: variable };
    if (valueAt(content, path) !== undefined) return { key, value, origin: 'file', place: positionOf(path) };
    return { key, value, origin: 'default', place: null };
  });
}
