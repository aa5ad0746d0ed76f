import { type Measurement, median, spread } from './figures.ts';

/** One line of the table. */
export interface Line {
  readonly name: string;
  readonly unit: string;
  readonly floor?: number;
  readonly subject: number;
  /** Subject to floor; the median of the ratios of all rounds. */
  readonly ratio?: number;
  /** The highest ratio of a round to the lowest. */
  readonly spread?: number;
  readonly wanted?: Wanted;
  readonly met?: boolean;
  readonly floorCpu?: number;
  readonly subjectCpu?: number;
  /** Further figures, in words. */
  readonly remark?: string;
}

/** What an issue asks for: of the ratio where there is a floor, else of the subject itself. */
export interface Wanted {
  readonly comparison: 'at least' | 'at most' | 'below';
  readonly value: number;
}

const fulfils = (value: number, { comparison, value: limit }: Wanted): boolean =>
  comparison === 'at least' ? value >= limit : comparison === 'at most' ? value <= limit : value < limit;

const medianOf = (all: readonly Measurement[], figure: 'cpu' | 'p50' | 'p99'): number | undefined => {
  const values = all.flatMap((measurement) => measurement[figure] ?? []);
  return values.length === 0 ? undefined : median(values);
};

function latencies(all: readonly Measurement[]): string | undefined {
  const [p50, p99] = [medianOf(all, 'p50'), medianOf(all, 'p99')];
  return p50 === undefined || p99 === undefined ? undefined : `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

/** What may be known or not: a key is there only with a value. */
const known = <T extends object>(figures: { readonly [K in keyof T]: T[K] | undefined }): T =>
  // Leaving out what is undefined is just what makes it a T.
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as T;

/** A line that compares a subject with a floor of the same rounds. */
export function comparedLine(
  name: string,
  unit: string,
  floor: readonly Measurement[],
  subject: readonly Measurement[],
  wanted?: Wanted,
): Line {
  const ratios = subject.map(({ value }, round) => value / (floor[round]?.value ?? Number.NaN));
  const ratio = median(ratios);
  return known<Line>({
    name,
    unit,
    floor: median(floor.map(({ value }) => value)),
    subject: median(subject.map(({ value }) => value)),
    ratio,
    spread: spread(ratios),
    wanted,
    met: wanted && fulfils(ratio, wanted),
    floorCpu: medianOf(floor, 'cpu'),
    subjectCpu: medianOf(subject, 'cpu'),
    remark: latencies(subject),
  });
}

/** A line without a floor. */
export function plainLine(
  name: string,
  unit: string,
  subject: readonly Measurement[],
  more: { readonly wanted?: Wanted; readonly remark?: string } = {},
): Line {
  const value = median(subject.map((measurement) => measurement.value));
  return known<Line>({
    name,
    unit,
    subject: value,
    wanted: more.wanted,
    met: more.wanted && fulfils(value, more.wanted),
    subjectCpu: medianOf(subject, 'cpu'),
    remark: more.remark ?? latencies(subject),
  });
}
