import type { PathStep, Query } from './query.ts';
import type { Fail, Lexeme } from './query-cursor.ts';

const step = /(\/{1,2})((?:\{[^}]*\}|[^/])+)/y;
const namePrefix = /^(?:\{[^}]*\}|[A-Za-z][\w-]*:)/;
const encoded = /_x([0-9A-Fa-f]{4})_/g;
const deepestPath = 50;

/** The top folder under the name that it has in paths, whatever it is called. */
const topName = /^app:company_home$/;

/**
 * What a path such as `/app:company_home/cm:Klasse_x0020_7//*` finds: names by what stands behind their prefix, with ISO 9075
 * escapes resolved; `*` for any name, `//` for any depth, and `//.` at the end for a node and all below it.
 */
export function pathQuery({ text, position }: Lexeme, fail: Fail): Query {
  const path = text.trim().replace(/(?<=[^/])\/$/, '');
  const steps = stepsOf(path, position, fail);
  const last = steps.at(-1);
  if (last?.name !== '.') return asQuery(steps);
  const rest = steps.slice(0, -1);
  if (!last.deep) return asQuery(rest);
  const below: Query = { kind: 'path', steps: [...rest, { deep: true, name: undefined }] };
  return rest.length === 0 ? below : { kind: 'any', of: [asQuery(rest), below] };
}

const asQuery = (steps: readonly PathStep[]): Query =>
  steps.length === 0 ? { kind: 'nothing' } : { kind: 'path', steps };

function stepsOf(path: string, position: number, fail: Fail): PathStep[] {
  const steps: PathStep[] = [];
  let at = 0;
  while (at < path.length && path !== '/') {
    step.lastIndex = at;
    const [whole, slashes, name] = step.exec(path) ?? [];
    if (whole === undefined || name === undefined) {
      return fail(position, 'a path begins with / or //, and has a name or * behind each, as in /app:company_home//*');
    }
    at += whole.length;
    const isLast = at >= path.length;
    if (steps.length === deepestPath) fail(position, `the path has more than ${deepestPath} steps`);
    if (topName.test(name) && steps.length === 0) steps.push({ deep: false, name: undefined });
    else steps.push({ deep: slashes === '//', name: nameOf(name, isLast, position, fail) });
  }
  return steps;
}

function nameOf(written: string, isLast: boolean, position: number, fail: Fail): string | undefined {
  if (written === '..' || (written === '.' && !isLast)) {
    return fail(position, `«${written}» is not understood in a path, but for a dot at its end`);
  }
  if (written === '.') return written;
  const name = written.replace(namePrefix, '');
  if (name === '*') return undefined;
  if (/[*?]/.test(name)) fail(position, 'in a path, * stands for a whole name');
  return name.replace(encoded, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
