import { type OperationName, operationNames, operations } from '../../contract/index.ts';
import type { Method, Operation } from '../../contract/operation.ts';

/** An operation of the contract, with the values of its path parameters. */
export interface MatchedCall {
  readonly name: OperationName;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly name: OperationName;
  readonly method: Method;
  readonly segments: readonly string[];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const isParam = (segment: string): boolean => segment.startsWith('{');

function routesOf(name: OperationName): Route[] {
  const { method, path, alsoServedAs = [] }: Operation = operations[name];
  const forms = [{ method, path }, ...alsoServedAs.map((form) => ({ method: form.method, path: form.path ?? path }))];
  return forms.map((form) => ({ name, method: form.method, segments: segmentsOf(form.path) }));
}

// Routes with more literal segments come first: `…/{node}/children` before `…/{node}/{version}`.
const literals = ({ segments }: Route): number => segments.filter((segment) => !isParam(segment)).length;

const routes = operationNames.flatMap(routesOf).sort((one, other) => literals(other) - literals(one));

function matchRoute(route: Route, segments: readonly string[]): MatchedCall | undefined {
  if (route.segments.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of route.segments.entries()) {
    const actual = segments[index] ?? '';
    if (isParam(expected)) params[expected.slice(1, -1)] = decodeURIComponent(actual);
    else if (expected !== actual) return undefined;
  }
  return { name: route.name, params };
}

/** The operation for a method and a path below `{base_url}`; undefined if the contract has none. */
export function matchCall(method: string, path: string): MatchedCall | undefined {
  const segments = segmentsOf(path);
  for (const route of routes) {
    if (route.method !== method) continue;
    const match = matchRoute(route, segments);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The calls whose paths start with the same segment, as `METHOD /path`: suggestions for a mistyped path. */
export function similarCalls(path: string): string[] {
  const beginning = `/${segmentsOf(path)[0] ?? ''}`;
  return operationNames
    .map((name): Operation => operations[name])
    .filter((operation) => operation.path.startsWith(beginning))
    .map((operation) => `${operation.method} ${operation.path}`);
}
