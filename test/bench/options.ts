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
  /** Small files of an import. */
  readonly files: number;
  /** Of the large upload, of the large file of an import, and of the archive, in bytes. */
  readonly largeFile: number;
  /** Of the mix of `day`, from a cold start. */
  readonly requests: number;
  /** Where the repository of `day` is kept for the next run; removed at the end where it is missing. */
  readonly fixtures: string | undefined;
  /** Another checkout, whose build is measured in turns with this one. */
  readonly against: string | undefined;
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
  --files N        small files of an import; a fifth as many are larger (10000)
  --megabytes N    size of the large upload, of the large file of an import, and of
                   the archive (1024)
  --requests N     requests of \`day\` from a cold start (20000)
  --fixtures DIR   keep the repository of \`day\` there for the next run
  --against DIR    measure in turns with the build in this other checkout
  --only A,B       only these groups: get, list, start, upload, transfer, download,
                   create, rights, deep-page, copy, help, report, search,
                   search-million, search-daemon, import, archive,
                   pages (needs /usr/bin/chromium), day
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
      files: { type: 'string', default: '10000' },
      megabytes: { type: 'string', default: '1024' },
      requests: { type: 'string', default: '20000' },
      fixtures: { type: 'string' },
      against: { type: 'string' },
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
    files: Math.ceil(positive('files', values.files)),
    largeFile: Math.ceil(positive('megabytes', values.megabytes)) * 1_048_576,
    requests: Math.ceil(positive('requests', values.requests)),
    fixtures: values.fixtures,
    against: values.against,
    only: values.only === undefined ? undefined : new Set(values.only.split(',')),
    json: values.json,
    profile: values.profile,
  };
}
