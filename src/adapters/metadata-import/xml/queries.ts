import type {
  BaseQuery,
  Criterion,
  MetadataQuery,
  Queries,
  QueryJoin,
  QuerySyntax,
} from '../../../domain/metadata/metadata-set.ts';
import { captionOf, type ImportContext, present, propertyName, some } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';
import { readProperty } from './fields.ts';

/** A keyword in upper or lower case. Reports any other text, and returns undefined. */
function readKeyword<W extends string>(from: ElementReader, name: string, keywords: readonly W[]): W | undefined {
  const text = from.text(name);
  if (text === undefined) return undefined;
  const word = keywords.find((known) => known.toLowerCase() === text.toLowerCase());
  if (word === undefined)
    from.report('left-out', `"${text.slice(0, 50)}" as <${name}>: ${keywords.join(' or ')} is expected`);
  return word;
}

const joins: readonly QueryJoin[] = ['AND', 'OR'];
const syntaxes: readonly QuerySyntax[] = ['lucene', 'dsl'];

function readBase(from: ElementReader, context: ImportContext): readonly BaseQuery[] | undefined {
  const queries = from.all('basequery').map((base): BaseQuery | undefined => {
    const unless = base.text('propertyNull');
    const statement = base.ownText;
    base.end();
    if (statement === '') return undefined;
    return { statement, unlessGiven: unless === undefined ? undefined : propertyName(unless, base, context) };
  });
  return some(present(queries));
}

const withoutCriteria = ['allow_search_without_criteria', 'allowSearchWithoutCriteria'];

/** The general `<statement>`, and those for single values (`<statement value>`). */
function readStatements(from: ElementReader): Pick<Criterion, 'statement' | 'statementsByValue'> {
  let general: string | undefined;
  const byValue = new Map<string, string>();
  for (const statement of from.all('statement')) {
    const value = statement.text('value');
    const text = statement.ownText;
    statement.end();
    const isSecond = value === undefined ? general !== undefined : byValue.has(value);
    if (isSecond) statement.report('left-out', 'a duplicate <statement>; the first one is used');
    else if (value === undefined) general = text;
    else byValue.set(value, text);
  }
  const attribute = from.element.attributes['statement'];
  return {
    statement: (general === '' ? undefined : general) ?? attribute,
    statementsByValue: byValue.size === 0 ? undefined : byValue,
  };
}

function readCriterion(from: ElementReader, context: ImportContext): Criterion | undefined {
  const field = readProperty(from, context);
  if (field === undefined) return undefined;
  const criterion: Criterion = {
    ...field,
    ...readStatements(from),
    multipleJoin: readKeyword(from, 'multiplejoin', joins),
    toggle: from.flag('toggle'),
    escape: from.flag('escape'),
    initByParameter: from.text('init_by_get_param'),
    source: from.text('source'),
  };
  from.end();
  return criterion;
}

function readQuery(from: ElementReader, context: ImportContext): MetadataQuery | undefined {
  const id = from.text('id', 'criteriaboxid');
  const syntax = readKeyword(from, 'syntax', syntaxes);
  const statement = from.text('statement');
  const query = {
    caption: captionOf(from, context, 'labelkey', 'label', 'caption'),
    join: readKeyword(from, 'join', joins),
    syntax,
    base: readBase(from, context),
    applyBase: from.flag('applyBasequery'),
    allowWithoutCriteria: from.flag(...withoutCriteria),
    statement,
    layout: from.text('layout'),
    style: from.text('stylename'),
    widget: from.text('widget'),
    handler: from.text('handlerclass'),
    source: from.text('source'),
    criteria: present(from.all('property').map((property) => readCriterion(property, context))),
  };
  from.end();
  if (id !== undefined) return { id, ...query };
  from.report('left-out', 'a <query> with neither id nor criteriaboxid');
  return undefined;
}

function readBlock(from: ElementReader, context: ImportContext): Queries {
  const block = {
    syntax: readKeyword(from, 'syntax', syntaxes),
    base: readBase(from, context),
    allowWithoutCriteria: from.flag(...withoutCriteria),
    queries: present(from.all('query').map((query) => readQuery(query, context))),
  };
  from.end();
  return block;
}

const isLucene = ({ syntax }: { readonly syntax?: QuerySyntax | undefined }): boolean => syntax !== 'dsl';

/**
 * `<queries>`. Newer sets may have several blocks, one per query language. The Lucene block is used; the others only add
 * queries that it does not have. Queries in other languages than Lucene are not evaluated.
 */
export function readQueries(set: ElementReader, context: ImportContext): Queries | undefined {
  const blocks = set.all('queries').map((from) => ({ from, ...readBlock(from, context) }));
  const main = blocks.find(isLucene) ?? blocks[0];
  if (main === undefined) return undefined;
  const merged = new Map(main.queries.map((query) => [query.id, query]));
  for (const { from, syntax, queries, base } of blocks) {
    if (!isLucene({ syntax }))
      from.report(
        'unusable',
        'queries in the language "dsl" are stored but not evaluated; to use them, rewrite them in Lucene syntax',
      );
    if (from === main.from) continue;
    if (base !== undefined) from.report('left-out', 'a second base query; a set has only one');
    for (const query of queries) {
      if (merged.has(query.id)) from.report('left-out', 'queries that are already in another <queries>');
      else merged.set(query.id, { ...query, syntax: query.syntax ?? syntax });
    }
  }
  const { syntax, base, allowWithoutCriteria } = main;
  return { syntax, base, allowWithoutCriteria, queries: [...merged.values()] };
}
