import { shownName } from '../node-arguments/node.ts';
import { tableLines } from '../print/table.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import type { SearchOutcome, Slice } from './search-request.ts';
import type { ValueCaptions } from './value-captions.ts';

type Facet = SearchOutcome['facettes'][number];

/** Prints the values of properties with what they are called and their counts, a table each. */
export async function printFacets(
  { facettes }: SearchOutcome,
  captions: ValueCaptions,
  context: Context,
): Promise<void> {
  const style = await context.style('stdout');
  // Other servers leave fields out.
  for (const { property, values, sumOtherDocCount = 0 } of facettes ?? []) {
    const captionOf = captions.get(property);
    const columns = [
      ...(captionOf === undefined || captionOf.size === 0
        ? []
        : [{ title: 'called', value: (entry: Facet['values'][number]) => captionOf.get(entry.value) ?? '' }]),
      { title: property, value: (entry: Facet['values'][number]) => entry.value },
      { title: 'count', alignRight: true, value: (entry: Facet['values'][number]) => String(entry.count) },
    ];
    await context.output.line(`\n${tableLines(values, columns, style).join('\n')}`);
    if (sumOtherDocCount > 0) await context.output.line(style.aside(`and other values, ${sumOtherDocCount} times`));
  }
}

const matchQualityTexts: Readonly<Record<string, string>> = {
  same: 'the same word',
  stem: 'the same stem',
  beginning: 'begins so',
  ending: 'ends so',
  typo: 'one typo away',
};

/** Prints what the place of each hit comes from. */
export async function printExplanations({ nodes, explanations = [] }: SearchOutcome, context: Context): Promise<void> {
  const style = await context.style('stdout');
  const byId = new Map(explanations.map((one) => [one.id, one]));
  for (const [at, node] of nodes.entries()) {
    const { score = 0, parts = [] } = byId.get(node.ref.id) ?? {};
    await context.output.line(`\n${style.heading(`${at + 1}. ${style.text(shownName(node))}: ${score.toFixed(2)}`)}`);
    const columns = [
      { title: 'adds', alignRight: true, value: (part: (typeof parts)[number]) => part.score.toFixed(2) },
      { title: 'word', value: (part: (typeof parts)[number]) => part.wanted },
      { title: 'found', value: (part: (typeof parts)[number]) => part.found },
      { title: 'how', value: (part: (typeof parts)[number]) => matchQualityTexts[part.nearness] ?? part.nearness },
      { title: 'where', value: (part: (typeof parts)[number]) => part.fields.join(', ') },
    ];
    if (parts.length > 0) await context.output.line(tableLines(parts, columns, style).join('\n'));
  }
  if (nodes.length > 0) {
    context.output.note(
      '\nA title counts more than keywords, these more than a description, and that more than the text.',
    );
  }
}

/** Says how much was found and whether it is what was asked for. */
export function reportSearch(outcome: SearchOutcome, searchText: string, { skip }: Slice, context: Context): void {
  const { nodes, pagination, relaxed = false, suggests = [] } = outcome;
  const { output } = context;
  if (pagination.total === 0) output.note(`Nothing found${searchText === '' ? '' : ` for ${searchText}`}`);
  else if (nodes.length < pagination.total) {
    const range = nodes.length === 0 ? 'None' : `${skip + 1} to ${skip + nodes.length}`;
    output.note(`${range} of ${pagination.total}; more by --limit and --skip, or --all`);
  } else output.note(`${counted(pagination.total, 'node')} found`);
  if (relaxed) output.note('No node has all of these words: these have most of them.');
  if (suggests.length > 0) output.note(`Did you mean: ${suggests.map(({ text }) => text).join(', ')}?`);
}
