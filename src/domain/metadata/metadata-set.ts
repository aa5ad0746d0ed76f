import type { Captions, ValueEntry, ValueList } from './value-list.ts';

/**
 * A metadata set: which properties material is described by, how they are shown and filled in, and how they are searched.
 * The words are our own; both XML forms, SKOS vocabularies and our YAML form are read into them, and the objects of the
 * contract (2.7) and of later versions are made of them.
 *
 * A missing key and `undefined` say the same: nothing is stated. Names of properties are short (`cclom:title`).
 */
export interface MetadataSet {
  /** Letters, digits, `-`, `_`, `.`: it is a part of addresses and of a file's name. */
  readonly id: string;
  readonly name?: Captions | undefined;
  /** Other ids that the set is found by. */
  readonly aliases?: readonly string[] | undefined;
  /** The set that holds wherever this one says nothing. */
  readonly inherits?: string | undefined;
  /** Not offered for choosing; it can be used all the same. */
  readonly hidden?: boolean | undefined;
  readonly create?: { readonly onlyMetadata?: boolean | undefined } | undefined;
  readonly types?: readonly MetadataType[] | undefined;
  /** How each property is shown and filled in wherever a form, view, list or criterion does not say otherwise. */
  readonly fields?: readonly Field[] | undefined;
  readonly forms?: readonly Form[] | undefined;
  readonly views?: readonly View[] | undefined;
  readonly groups?: readonly ViewGroup[] | undefined;
  readonly lists?: readonly List[] | undefined;
  readonly sorts?: readonly Sort[] | undefined;
  readonly queries?: Queries | undefined;
}

/** Which properties a type of node has (old form: `model/type`). */
export interface MetadataType {
  readonly name: string;
  readonly properties: readonly TypeProperty[];
}

export interface TypeProperty {
  readonly name: string;
  /** As stated: `string`, `date` … */
  readonly dataType?: string | undefined;
  /** Where the value comes from: `standard`, `copyfromrequest`, `upload`, `helper` … */
  readonly process?: string | undefined;
  readonly copyFrom?: string | undefined;
  readonly keyContentUrl?: string | undefined;
  readonly concatenateWithType?: boolean | undefined;
  readonly multiple?: boolean | undefined;
  readonly defaultValue?: string | undefined;
}

/** How one property is shown, filled in and checked: a widget of the newer form, a property of forms and lists of the old. */
export interface Field {
  /** A property, or what a criterion is called by (`ngsearchword`). */
  readonly property: string;
  readonly caption?: Captions | undefined;
  /** Shown below what is filled in. */
  readonly bottomCaption?: Captions | undefined;
  readonly hint?: Captions | undefined;
  readonly placeholder?: Captions | undefined;
  readonly icon?: string | undefined;
  /** What it is filled in with: `textarea`, `multivalueTree` …; any word, the client knows what it means. */
  readonly widget?: string | undefined;
  readonly widgetTitle?: Captions | undefined;
  /** The kind of value (old form: `type`). */
  readonly type?: string | undefined;
  /** The only view in which it is so; a field with a view holds before the one without. */
  readonly view?: string | undefined;
  /** As stated: `mandatory`, `mandatoryForPublish`, `recommended`, `optional`, `ignore`. */
  readonly required?: string | undefined;
  readonly condition?: Condition | undefined;
  readonly hideIfEmpty?: boolean | undefined;
  readonly multiple?: boolean | undefined;
  readonly extended?: boolean | undefined;
  readonly searchable?: boolean | undefined;
  /** The values to choose from: the id of a value list, or the entries themselves. */
  readonly values?: string | readonly ValueEntry[] | undefined;
  /** Whether other values than those may be put; undefined: the repository never refuses one. */
  readonly valuesOnly?: boolean | undefined;
  readonly defaultValues?: readonly string[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly defaultMinimum?: number | undefined;
  readonly defaultMaximum?: number | undefined;
  readonly step?: number | undefined;
  readonly unit?: string | undefined;
  /** Letters at most. */
  readonly maximumLength?: number | undefined;
  readonly format?: string | undefined;
  readonly link?: string | undefined;
  readonly interaction?: string | undefined;
  readonly filterMode?: string | undefined;
  readonly expandable?: string | undefined;
  readonly suggestionSource?: string | undefined;
  readonly suggestionQuery?: string | undefined;
  readonly suggestionDisplay?: string | undefined;
  /** Fields that together make this one. */
  readonly parts?: readonly string[] | undefined;
  readonly copyFrom?: readonly string[] | undefined;
  /** In lines, as stated. */
  readonly height?: string | undefined;
  /** In letters, as stated. */
  readonly length?: string | undefined;
  readonly style?: string | undefined;
  readonly captionStyle?: string | undefined;
  readonly validators?: readonly Validator[] | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
}

/** `MANDATORY`, `MINCHARS` …, with what it needs to know. */
export interface Validator {
  readonly type: string;
  readonly parameters?: readonly Parameter[] | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** When a field or a view is there at all. */
export interface Condition {
  /** `PROPERTY`, `TOOLPERMISSION` …, as stated. */
  readonly type?: string | undefined;
  readonly value: string;
  readonly negated?: boolean | undefined;
  /** Looked at again while the form is filled in. */
  readonly dynamic?: boolean | undefined;
  readonly pattern?: string | undefined;
}

export interface Form {
  readonly id: string;
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly name: string;
  readonly caption?: Captions | undefined;
  readonly style?: string | undefined;
  readonly layout?: string | undefined;
  readonly order?: string | undefined;
  readonly onCreate?: boolean | undefined;
  readonly onUpdate?: boolean | undefined;
  readonly multiUpload?: boolean | undefined;
  readonly fields: readonly Field[];
}

/** A part of a form or of a page about a node (newer form: a template; old form: a view with its properties). */
export interface View {
  readonly id: string;
  readonly caption?: Captions | undefined;
  readonly icon?: string | undefined;
  /** Markup with an element for each field; `captions` has what it says. Never run or trusted by the repository. */
  readonly html?: string | undefined;
  /** Where the view is put: `suggestions` … */
  readonly relation?: string | undefined;
  readonly hideIfEmpty?: boolean | undefined;
  readonly extended?: boolean | undefined;
  readonly condition?: Condition | undefined;
  readonly fields?: readonly Field[] | undefined;
}

/** The views that together are shown for something: `io`, `map`, `ngsearch`, `io_render` … */
export interface ViewGroup {
  readonly id: string;
  readonly views: readonly string[];
  readonly rendering?: string | undefined;
}

export interface List {
  readonly id: string;
  readonly caption?: Captions | undefined;
  readonly columns: readonly Column[];
}

export interface Column extends Field {
  /** Whether it is shown before anybody chose; undefined: it is. */
  readonly shown?: boolean | undefined;
}

export interface Sort {
  readonly id: string;
  readonly columns: readonly SortColumn[];
  readonly default?: { readonly property: string; readonly ascending: boolean } | undefined;
}

export interface SortColumn {
  readonly property: string;
  readonly mode?: string | undefined;
}

export interface Queries {
  /** The language of all statements that do not say otherwise; `lucene` where nothing is stated. */
  readonly syntax?: QuerySyntax | undefined;
  /** What must hold for whatever a query finds; all of those whose condition holds. */
  readonly base?: readonly BaseQuery[] | undefined;
  readonly allowWithoutCriteria?: boolean | undefined;
  readonly queries: readonly MetadataQuery[];
}

export type QuerySyntax = 'lucene' | 'dsl';

export interface BaseQuery {
  readonly statement: string;
  /** It holds only where no value is given for this criterion (newer form: `propertyNull`). */
  readonly unlessGiven?: string | undefined;
}

export interface MetadataQuery {
  readonly id: string;
  readonly caption?: Captions | undefined;
  /** How its criteria are joined; `AND` where nothing is stated. */
  readonly join?: QueryJoin | undefined;
  readonly syntax?: QuerySyntax | undefined;
  readonly base?: readonly BaseQuery[] | undefined;
  /** Whether the base queries of the set hold, too; true where nothing is stated. */
  readonly applyBase?: boolean | undefined;
  readonly allowWithoutCriteria?: boolean | undefined;
  /** What the whole query says beside its criteria. */
  readonly statement?: string | undefined;
  readonly layout?: string | undefined;
  readonly style?: string | undefined;
  readonly widget?: string | undefined;
  readonly handler?: string | undefined;
  readonly source?: string | undefined;
  readonly criteria: readonly Criterion[];
}

export type QueryJoin = 'AND' | 'OR';

export interface Criterion extends Field {
  /** In the query's language, with `${value}`; undefined: the property has the value. */
  readonly statement?: string | undefined;
  /** For single values (`OPEN`), statements of their own; a map, since values are named by files. */
  readonly statementsByValue?: ReadonlyMap<string, string> | undefined;
  /** How several values are joined, where `multiple` allows them; `OR` where nothing is stated. */
  readonly multipleJoin?: QueryJoin | undefined;
  /** Whether values are escaped before they stand in a statement; true where nothing is stated. */
  readonly escape?: boolean | undefined;
  readonly toggle?: boolean | undefined;
  /** The parameter of a page's address that fills it at first. */
  readonly initByParameter?: string | undefined;
  readonly source?: string | undefined;
}

/** What an import makes, and what a home of sets holds. */
export interface MetadataCollection {
  readonly sets: readonly MetadataSet[];
  readonly valueLists: readonly ValueList[];
}
