import { collectionTitle, shownName } from '../node-arguments/node.ts';
import { tableLines } from '../print/table.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { typedWords } from './search-box.ts';
import type { SearchOutcome, Slice } from './search-request.ts';
import type { ValueCaptions } from './value-captions.ts';

type Facet = SearchOutcome['facettes'][number];

/** Prints a table for each facet, with values, captions and counts. */
export async function printFacets(
  { facettes }: SearchOutcome,
  captions: ValueCaptions,
  context: Context,
): Promise<void> {
  const style = await context.style('stdout');
  // Servers other than edu-repo omit fields.
  for (const { property, values, sumOtherDocCount = 0 } of facettes ?? []) {
    const captionOf = captions.get(property);
    const columns = [
      ...(captionOf === undefined || captionOf.size === 0
        ? []
        : [{ title: 'caption', value: (entry: Facet['values'][number]) => captionOf.get(entry.value) ?? '' }]),
      { title: property, value: (entry: Facet['values'][number]) => entry.value },
      { title: 'count', alignRight: true, value: (entry: Facet['values'][number]) => String(entry.count) },
    ];
    await context.output.line(`\n${tableLines(values, columns, style).join('\n')}`);
    if (sumOtherDocCount > 0) await context.output.line(style.aside(`and ${sumOtherDocCount} with other values`));
  }
}

const matchQualityTexts: Readonly<Record<string, string>> = {
  same: 'the same word',
  stem: 'the same stem',
  synonym: 'another word for it',
  beginning: 'beginning of a word',
  ending: 'end of a word',
  typo: 'one typing error',
  folder: 'folder above it',
};

/** Prints the parts of the score of each hit, with its number. */
export async function printExplanations(
  { nodes, explanations = [] }: SearchOutcome,
  { skip }: Slice,
  context: Context,
): Promise<void> {
  const style = await context.style('stdout');
  const byId = new Map(explanations.map((one) => [one.id, one]));
  for (const [at, node] of nodes.entries()) {
    const { score = 0, parts = [] } = byId.get(node.ref.id) ?? {};
    await context.output.line(
      `\n${style.heading(`${skip + at + 1}. ${style.text(collectionTitle(node) ?? shownName(node))}: ${score.toFixed(2)}`)}`,
    );
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
      '\nMatches in the title count most, followed by the name, the keywords, the description and the text.',
    );
  }
}

/**
 * Reports the number of hits, how many have all words, and spelling suggestions. `sought` says what was searched for. Hits with all words
 * are the first ones if the best come first.
 */
export function reportSearch(
  outcome: SearchOutcome,
  { sought, isBestFirst }: { readonly sought: string; readonly isBestFirst: boolean },
  { skip }: Slice,
  context: Context,
): void {
  const { nodes, pagination, relaxed = false, suggests = [], missing = [] } = outcome;
  const { totalWithAllWords = pagination.total } = outcome;
  const { output } = context;
  if (pagination.total === 0) output.note(`Nothing found${sought}`);
  else if (nodes.length < pagination.total) {
    const range = nodes.length === 0 ? 'None' : `${skip + 1} to ${skip + nodes.length}`;
    output.note(`${range} of ${pagination.total}; show more with --limit and --skip, or --all`);
  } else output.note(`${counted(pagination.total, 'node')} found`);
  for (const { id, reason } of missing) output.report(`Without the repository ${id}: ${reason}`);
  if (relaxed) output.note('None of them has all of these words');
  else if (totalWithAllWords < pagination.total) {
    const [those, verb] = totalWithAllWords === 1 ? ['one', 'has'] : [String(totalWithAllWords), 'have'];
    output.note(`${isBestFirst ? `The first ${those}` : `${totalWithAllWords} of them`} ${verb} all of these words`);
  }
  if (suggests.length > 0) output.note(`Did you mean: ${suggests.map(({ text }) => typedWords(text)).join(', ')}?`);
}
