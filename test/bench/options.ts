import { parseArgs } from 'node:util';

/** What a run of the bench measures, and how thoroughly. */
export interface BenchOptions {
  /** Nodes in the repository before anything is measured. */
  readonly nodes: number;
  /** People in the repository; each in a class, and by it in five groups. */
  readonly people: number;
  /** Measurements of each floor and each subject; odd, so that there is a median. */
  readonly rounds: number;
  /** The length of one measurement under load; whole ones, as wrk knows no others. */
  readonly seconds: number;
  /** Of the large upload, in bytes. */
  readonly largeFile: number;
  /** Names of groups of lines; undefined: all. */
  readonly only: ReadonlySet<string> | undefined;
  /** Where the figures are written as JSON. */
  readonly json: string | undefined;
  /** A folder for CPU profiles of the measured servers; figures are lower while profiles are taken. */
  readonly profile: string | undefined;
}

/** How the command is called, for mistakes and for `--help`. */
export const usage = `npm run bench -- [options]

  --nodes N        nodes in the repository (100000)
  --people N       people in the repository (10000)
  --rounds N       measurements of each floor and subject, in turns (5)
  --seconds N      length of one measurement under load (4)
  --megabytes N    size of the large upload (1024)
  --only A,B       only these groups: get, list, start, upload, transfer, download,
                   create, rights, deep-page, copy, help, search,
                   search-million, search-daemon
  --json FILE      write the figures as JSON too
  --profile DIR    write CPU profiles of the servers there
`;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} must be a number above 0, not «${text}».`);
  return value;
}

/** Reads the arguments. Throws where one is unknown or no number where a number is wanted. */
export function readOptions(words: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      nodes: { type: 'string', default: '100000' },
      people: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      megabytes: { type: 'string', default: '1024' },
      only: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    nodes: Math.ceil(positive('nodes', values.nodes)),
    people: Math.ceil(positive('people', values.people)),
    rounds: Math.ceil(positive('rounds', values.rounds)),
    seconds: Math.ceil(positive('seconds', values.seconds)),
    largeFile: Math.ceil(positive('megabytes', values.megabytes)) * 1_048_576,
    only: values.only === undefined ? undefined : new Set(values.only.split(',')),
    json: values.json,
    profile: values.profile,
  };
}
