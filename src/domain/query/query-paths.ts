import { nothing, type PathStep, type Query } from './query.ts';
import type { Fail, Lexeme } from './query-cursor.ts';

const step = /(\/{1,2})((?:\{[^}]*\}|[^/])+)/y;
const namePrefix = /^(?:\{[^}]*\}|[A-Za-z][\w-]*:)/;
const encoded = /_x([0-9A-Fa-f]{4})_/g;
const maxPathSteps = 50;

/** The name of the company home in paths. Its own name does not count. */
const topName = /^app:company_home$/;

/**
 * The query for a path such as `/app:company_home/cm:Klasse_x0020_7//*`. Names match without their prefix, with ISO 9075
 * escapes resolved. `*` matches any name, `//` any depth, and `//.` at the end a node and everything below it.
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

const asQuery = (steps: readonly PathStep[]): Query => (steps.length === 0 ? nothing : { kind: 'path', steps });

function stepsOf(path: string, position: number, fail: Fail): PathStep[] {
  const steps: PathStep[] = [];
  let offset = 0;
  while (offset < path.length && path !== '/') {
    step.lastIndex = offset;
    const [whole, slashes, name] = step.exec(path) ?? [];
    if (whole === undefined || name === undefined) {
      return fail(
        position,
        'a path starts with / or //, and each slash needs a name or * after it, as in /app:company_home//*',
      );
    }
    offset += whole.length;
    const isLast = offset >= path.length;
    if (steps.length === maxPathSteps) fail(position, `the path has more than ${maxPathSteps} steps`);
    if (topName.test(name) && steps.length === 0) steps.push({ deep: false, name: undefined });
    else steps.push({ deep: slashes === '//', name: nameOf(name, isLast, position, fail) });
  }
  return steps;
}

function nameOf(step: string, isLast: boolean, position: number, fail: Fail): string | undefined {
  if (step === '..' || (step === '.' && !isLast)) {
    return fail(position, `a path cannot contain "${step}"; only a single dot at its end is allowed`);
  }
  if (step === '.') return step;
  const name = step.replace(namePrefix, '');
  if (name === '*') return undefined;
  if (/[*?]/.test(name)) fail(position, 'in a path, * matches a whole name and cannot be a part of one');
  return name.replace(encoded, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
