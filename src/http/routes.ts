import { dryRunPath } from '../contract/dry-run.ts';
import { type OperationName, operationNames, operations } from '../contract/index.ts';
import type { Method, Operation } from '../contract/operation.ts';

/** A method and a path of an operation. Path parameters are written as `:name`. */
export interface Route {
  readonly operation: OperationName;
  readonly method: Method;
  readonly path: string;
  /** Calls of this route are dry runs. */
  readonly dryRun: boolean;
}

/** The router uses the first path that matches, and a parameter matches any segment, so literal segments come first. */
const literalsFirst = (a: Route, b: Route): number => {
  const [left, right] = [a, b].map(({ path }) => path.replaceAll(/:\w+/g, '\u{10ffff}'));
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
};

/**
 * The routes of all operations, below the context path and `/rest`. Operations of the root `context` are directly below
 * the context path, and below `/rest` too, because generated clients know only one server.
 */
export function routesBelow(contextPath: string): Route[] {
  const routes = operationNames.flatMap((operation): Route[] => {
    const { root, method, path, alsoServedAs = [] }: Operation = operations[operation];
    const folders = root === 'context' ? ['', '/rest'] : ['/rest'];
    const routeOf = (form: Method, below: string, dryRun: boolean): Route => ({
      ...{ operation, method: form, dryRun },
      path: `${contextPath}${below}`.replaceAll(/\{(\w+)\}/g, ':$1'),
    });
    const check = dryRunPath(operations[operation]);
    return [
      ...[{ method, path }, ...alsoServedAs].flatMap((form) =>
        folders.map((folder) => routeOf(form.method, `${folder}${form.path ?? path}`, false)),
      ),
      ...(check === undefined ? [] : [routeOf(method, `/rest${check}`, true)]),
    ];
  });
  return routes.sort(literalsFirst);
}
