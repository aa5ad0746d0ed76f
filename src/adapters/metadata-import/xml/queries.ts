import type {
  BaseQuery,
  Criterion,
  MetadataQuery,
  Queries,
  QueryJoin,
  QuerySyntax,
} from '../../../domain/metadata/metadata-set.ts';
import { captionOf, present, propertyName, type Reading, some } from '../reading.ts';
import type { ElementReader } from './element-reader.ts';
import { readProperty } from './fields.ts';

/** One of a few words, in any case; anything else is told, and undefined. */
function readWord<W extends string>(from: ElementReader, name: string, words: readonly W[]): W | undefined {
  const text = from.text(name);
  if (text === undefined) return undefined;
  const word = words.find((known) => known.toLowerCase() === text.toLowerCase());
  if (word === undefined)
    from.tell('left-out', `«${text.slice(0, 50)}» as <${name}>: ${words.join(' or ')} is expected`);
  return word;
}

const joins: readonly QueryJoin[] = ['AND', 'OR'];
const syntaxes: readonly QuerySyntax[] = ['lucene', 'dsl'];

/** `<basequery propertyNull>`, as many as there are. */
function readBase(from: ElementReader, reading: Reading): readonly BaseQuery[] | undefined {
  const queries = from.all('basequery').map((base): BaseQuery | undefined => {
    const unless = base.text('propertyNull');
    const statement = base.ownText;
    base.end();
    if (statement === '') return undefined;
    return { statement, unlessGiven: unless === undefined ? undefined : propertyName(unless, base, reading) };
  });
  return some(present(queries));
}

const withoutCriteria = ['allow_search_without_criteria', 'allowSearchWithoutCriteria'];

/** `<statement>`, and one for single values by `<statement value>`. */
function readStatements(from: ElementReader): Pick<Criterion, 'statement' | 'statementsByValue'> {
  let general: string | undefined;
  const byValue = new Map<string, string>();
  for (const statement of from.all('statement')) {
    const value = statement.text('value');
    const text = statement.ownText;
    statement.end();
    const isSecond = value === undefined ? general !== undefined : byValue.has(value);
    if (isSecond) statement.tell('left-out', 'a second <statement> for the same value; the first one holds');
    else if (value === undefined) general = text;
    else byValue.set(value, text);
  }
  const attribute = from.element.attributes['statement'];
  return {
    statement: (general === '' ? undefined : general) ?? attribute,
    statementsByValue: byValue.size === 0 ? undefined : byValue,
  };
}

function readCriterion(from: ElementReader, reading: Reading): Criterion | undefined {
  const field = readProperty(from, reading);
  if (field === undefined) return undefined;
  const criterion: Criterion = {
    ...field,
    ...readStatements(from),
    multipleJoin: readWord(from, 'multiplejoin', joins),
    toggle: from.flag('toggle'),
    escape: from.flag('escape'),
    initByParameter: from.text('init_by_get_param'),
    source: from.text('source'),
  };
  from.end();
  return criterion;
}

function readQuery(from: ElementReader, reading: Reading): MetadataQuery | undefined {
  const id = from.text('id', 'criteriaboxid');
  const syntax = readWord(from, 'syntax', syntaxes);
  const statement = from.text('statement');
  const query = {
    caption: captionOf(from, reading, 'labelkey', 'label', 'caption'),
    join: readWord(from, 'join', joins),
    syntax,
    base: readBase(from, reading),
    applyBase: from.flag('applyBasequery'),
    allowWithoutCriteria: from.flag(...withoutCriteria),
    statement,
    layout: from.text('layout'),
    style: from.text('stylename'),
    widget: from.text('widget'),
    handler: from.text('handlerclass'),
    source: from.text('source'),
    criteria: present(from.all('property').map((property) => readCriterion(property, reading))),
  };
  from.end();
  if (id !== undefined) return { id, ...query };
  from.tell('left-out', 'a <query> that has neither id nor criteriaboxid');
  return undefined;
}

function readBlock(from: ElementReader, reading: Reading): Queries {
  const block = {
    syntax: readWord(from, 'syntax', syntaxes),
    base: readBase(from, reading),
    allowWithoutCriteria: from.flag(...withoutCriteria),
    queries: present(from.all('query').map((query) => readQuery(query, reading))),
  };
  from.end();
  return block;
}

const isLucene = ({ syntax }: { readonly syntax?: QuerySyntax | undefined }): boolean => syntax !== 'dsl';

/**
 * `<queries>`. Newer sets may say them twice, once in each language: what is said in Lucene holds, and of the others only
 * those that are not said in it are kept, so that the set is whole; this repository does not evaluate them.
 */
export function readQueries(set: ElementReader, reading: Reading): Queries | undefined {
  const blocks = set.all('queries').map((from) => ({ from, ...readBlock(from, reading) }));
  const main = blocks.find(isLucene) ?? blocks[0];
  if (main === undefined) return undefined;
  const kept = new Map(main.queries.map((query) => [query.id, query]));
  for (const { from, syntax, queries, base } of blocks) {
    if (!isLucene({ syntax }))
      from.tell(
        'unusable',
        'queries in the language «dsl» are kept, but not evaluated here; write those that are to be searched with as Lucene',
      );
    if (from === main.from) continue;
    if (base !== undefined) from.tell('left-out', 'a second base query of the set; that of the first <queries> holds');
    for (const query of queries) {
      if (kept.has(query.id)) from.tell('left-out', 'queries that stand in another <queries> already');
      else kept.set(query.id, { ...query, syntax: query.syntax ?? syntax });
    }
  }
  const { syntax, base, allowWithoutCriteria } = main;
  return { syntax, base, allowWithoutCriteria, queries: [...kept.values()] };
}
