import { type OperationName, operationNames, operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';

/** Where an operation lies in a server: below the context path, and there below `/rest` unless the table says otherwise. */
export const pathInServer = (contextPath: string, operation: Operation, path: string = operation.path): string =>
  `${contextPath}${operation.root === 'context' ? '' : '/rest'}${path}`;

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

function plant(contextPath: string, wanted: (operation: Operation) => boolean): Branch {
  const root = newBranch();
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    if (!wanted(operation)) continue;
    const segments = pathInServer(contextPath, operation).split('/').slice(1);
    segments.reduce(branchAt, root).operation = name;
  }
  return root;
}

/**
 * Matches paths with the operations of the table that are `wanted`, one look-up a segment. Undefined for whatever is not
 * plainly one of them: an unknown path, an empty segment, one that is percent-encoded.
 */
export function createPathTree(
  contextPath: string,
  wanted: (operation: Operation) => boolean,
): (path: string) => PathMatch | undefined {
  const root = plant(contextPath, wanted);
  return (path) => {
    if (path.includes('%')) return undefined;
    const segments = path.split('/');
    const params: Record<string, string> = {};
    let at = root;
    for (let index = 1; index < segments.length; index += 1) {
      const segment = segments[index] ?? '';
      const literal = at.literals.get(segment);
      if (literal === undefined) {
        if (at.parameter === undefined || segment === '') return undefined;
        params[at.parameter.name] = segment;
        at = at.parameter.branch;
      } else {
        at = literal;
      }
    }
    return at.operation === undefined ? undefined : { operation: at.operation, params };
  };
}
