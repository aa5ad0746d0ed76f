import { type OperationName, operationNames, operations } from '../contract/index.ts';
import type { Method, Operation } from '../contract/operation.ts';

/** Every way in which a server takes an operation: below the context path, and there below `/rest` unless the table says otherwise. */
export function formsInServer(contextPath: string, operation: Operation): { method: Method; path: string }[] {
  const root = `${contextPath}${operation.root === 'context' ? '' : '/rest'}`;
  const { method, path, alsoServedAs = [] } = operation;
  return [{ method, path }, ...alsoServedAs].map((form) => ({
    method: form.method,
    path: `${root}${form.path ?? path}`,
  }));
}

/** An operation and what the segments of the path say. */
export interface PathMatch {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
}

interface Branch {
  readonly literals: Map<string, Branch>;
  parameter: { readonly name: string; readonly branch: Branch } | undefined;
  operation: OperationName | undefined;
}

const newBranch = (): Branch => ({ literals: new Map(), parameter: undefined, operation: undefined });

function branchAt(from: Branch, segment: string): Branch {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name === undefined) {
    const next = from.literals.get(segment) ?? newBranch();
    from.literals.set(segment, next);
    return next;
  }
  from.parameter ??= { name, branch: newBranch() };
  if (from.parameter.name !== name) {
    throw new Error(`The table calls one segment of a path both ${from.parameter.name} and ${name}: choose one name.`);
  }
  return from.parameter.branch;
}

/** One tree for each method. */
function plant(contextPath: string, wanted: (operation: Operation) => boolean): ReadonlyMap<string, Branch> {
  const roots = new Map<string, Branch>();
  for (const name of operationNames.filter((each) => wanted(operations[each]))) {
    for (const { method, path } of formsInServer(contextPath, operations[name])) {
      const root = roots.get(method) ?? newBranch();
      roots.set(method, root);
      path.split('/').slice(1).reduce(branchAt, root).operation = name;
    }
  }
  return roots;
}

/** One step down: a literal segment before a parameter. */
function step(at: Branch, segment: string, params: Record<string, string>): Branch | undefined {
  const literal = at.literals.get(segment);
  if (literal !== undefined || at.parameter === undefined || segment === '') return literal;
  params[at.parameter.name] = segment;
  return at.parameter.branch;
}

/**
 * Matches requests with the operations of the table that are `wanted`, one look-up a segment. Undefined for whatever is
 * not plainly one of them: an unknown path, an empty segment, one that is percent-encoded.
 */
export function createPathTree(
  contextPath: string,
  wanted: (operation: Operation) => boolean,
): (method: string, path: string) => PathMatch | undefined {
  const roots = plant(contextPath, wanted);
  return (method, path) => {
    if (path.includes('%')) return undefined;
    const params: Record<string, string> = {};
    let at = roots.get(method);
    // Cut by hand: the list that `split` makes would be garbage of every request.
    for (let from = 1, to = 0; at !== undefined && to < path.length; from = to + 1) {
      const slash = path.indexOf('/', from);
      to = slash < 0 ? path.length : slash;
      at = step(at, path.slice(from, to), params);
    }
    return at?.operation === undefined ? undefined : { operation: at.operation, params };
  };
}
