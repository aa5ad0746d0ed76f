/** Who calls, in the order of the columns of every table. */
export const callerNames = [
  'nobody',
  'guest',
  'stranger',
  'reader',
  'writer',
  'owner',
  'admin',
  'other',
  'removed',
] as const;

export type CallerName = (typeof callerNames)[number];

/** What a call has to do: answer with a status, and where it answers 200, show the target (or change it) or not. */
export interface Expectation {
  readonly status: number;
  /** Only of a 200: false where the answer must not tell anything of the target. Written `200-`. */
  readonly shows: boolean;
}

/** The expectations of one situation, by caller. */
export interface Row {
  readonly situation: string;
  readonly cells: ReadonlyMap<CallerName, Expectation>;
}

/**
 * A table as it is written by hand: an operation as `METHOD /path` (methods that do the same joined by `,`), with a
 * line for each situation and a column for each caller.
 */
export type Table = Readonly<Record<string, string>>;

function readCell(text: string, line: string): Expectation {
  const [, status, blind] = /^([2-5]\d\d)(-?)$/.exec(text) ?? [];
  if (status === undefined) throw new Error(`«${text}» is no expectation in the line «${line}».`);
  return { status: Number(status), shows: status === '200' && blind === '' };
}

function readLine(line: string): Row {
  const [situation = '', ...cells] = line.split(/\s+/);
  if (cells.length !== callerNames.length) throw new Error(`The line «${line}» has ${cells.length} columns.`);
  return { situation, cells: new Map(callerNames.map((name, at) => [name, readCell(cells[at] ?? '', line)])) };
}

/** The rows of one operation. Throws where a line has not one column for each caller. */
export const readGrid = (text: string): Row[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine);
