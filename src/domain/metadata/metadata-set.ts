import type { Captions, ValueEntry, ValueList } from './value-list.ts';

/**
 * A metadata set: the properties that describe material, how they are displayed and edited, and how they are searched.
 * This model is independent of formats. Importers convert the old and the newer XML format, SKOS vocabularies and
 * edu-repo's own YAML to it. Presenters convert it to the objects of the contract (2.7) and of later server versions.
 *
 * A missing key and `undefined` both mean: not stated. Property names are short (`cclom:title`).
 */
export interface MetadataSet {
  /** Letters, digits, `-`, `_`, `.` (`metadataIdProblem`): it is used in URLs and as a file name. */
  readonly id: string;
  readonly name?: Captions | undefined;
  /** Other IDs of the set. */
  readonly aliases?: readonly string[] | undefined;
  /** The ID of the parent set, which provides whatever this one does not state. */
  readonly inherits?: string | undefined;
  /** Clients do not offer the set, but requests may name it. */
  readonly hidden?: boolean | undefined;
  readonly create?: { readonly onlyMetadata?: boolean | undefined } | undefined;
  readonly types?: readonly MetadataType[] | undefined;
  /** The default display and input of properties, unless a form, view, list or criterion overrides it. */
  readonly fields?: readonly Field[] | undefined;
  readonly forms?: readonly Form[] | undefined;
  readonly views?: readonly View[] | undefined;
  readonly groups?: readonly ViewGroup[] | undefined;
  readonly lists?: readonly List[] | undefined;
  readonly sorts?: readonly Sort[] | undefined;
  readonly queries?: Queries | undefined;
}

/** The properties of a node type (old format: `model/type`). */
export interface MetadataType {
  readonly name: string;
  readonly properties: readonly TypeProperty[];
}

export interface TypeProperty {
  readonly name: string;
  /** As in the source: `string`, `date` … */
  readonly dataType?: string | undefined;
  /** The origin of the value: `standard`, `copyfromrequest`, `upload`, `helper` … */
  readonly process?: string | undefined;
  readonly copyFrom?: string | undefined;
  readonly keyContentUrl?: string | undefined;
  readonly concatenateWithType?: boolean | undefined;
  readonly multiple?: boolean | undefined;
  readonly defaultValue?: string | undefined;
}

/**
 * Display, input and validation of a property: a widget in the newer format, a property of forms and lists in the old
 * one.
 */
export interface Field {
  /** A property, or the name of a criterion (`ngsearchword`). */
  readonly property: string;
  readonly caption?: Captions | undefined;
  /** The caption below the input. */
  readonly bottomCaption?: Captions | undefined;
  readonly hint?: Captions | undefined;
  readonly placeholder?: Captions | undefined;
  readonly icon?: string | undefined;
  /** The kind of input: `textarea`, `multivalueTree` …. Any value is allowed; the client interprets it. */
  readonly widget?: string | undefined;
  readonly widgetTitle?: Captions | undefined;
  /** The kind of value (old format: `type`). */
  readonly type?: string | undefined;
  /** Restricts the field to one view. A field with a view overrides the one without. */
  readonly view?: string | undefined;
  /** As in the source: `mandatory`, `mandatoryForPublish`, `recommended`, `optional`, `ignore`. */
  readonly required?: string | undefined;
  readonly condition?: Condition | undefined;
  readonly hideIfEmpty?: boolean | undefined;
  readonly multiple?: boolean | undefined;
  readonly extended?: boolean | undefined;
  readonly searchable?: boolean | undefined;
  /** The values to choose from: the ID of a value list, or the entries themselves. */
  readonly values?: string | readonly ValueEntry[] | undefined;
  /** Whether only these values are allowed. The repository itself accepts any value. */
  readonly valuesOnly?: boolean | undefined;
  readonly defaultValues?: readonly string[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly defaultMinimum?: number | undefined;
  readonly defaultMaximum?: number | undefined;
  readonly step?: number | undefined;
  readonly unit?: string | undefined;
  /** The maximum length of a value, in characters. */
  readonly maximumLength?: number | undefined;
  readonly format?: string | undefined;
  readonly link?: string | undefined;
  readonly interaction?: string | undefined;
  readonly filterMode?: string | undefined;
  readonly expandable?: string | undefined;
  readonly suggestionSource?: string | undefined;
  readonly suggestionQuery?: string | undefined;
  readonly suggestionDisplay?: string | undefined;
  /** The fields that make up this one. */
  readonly parts?: readonly string[] | undefined;
  readonly copyFrom?: readonly string[] | undefined;
  /** The height of the input in lines, as in the source. */
  readonly height?: string | undefined;
  /** The length of the input in characters, as in the source. */
  readonly length?: string | undefined;
  readonly style?: string | undefined;
  readonly captionStyle?: string | undefined;
  readonly validators?: readonly Validator[] | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
}

/** A validation rule, such as `MANDATORY` or `MINCHARS`, with its parameters. */
export interface Validator {
  readonly type: string;
  readonly parameters?: readonly Parameter[] | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** A condition. The field or view exists only if it is met. */
export interface Condition {
  /** As in the source: `PROPERTY`, `TOOLPERMISSION` … */
  readonly type?: string | undefined;
  readonly value: string;
  readonly negated?: boolean | undefined;
  /** Whether the condition is evaluated again while the user fills in the form. */
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

/** A part of a form or of a node's page (newer format: a template; old format: a view with its properties). */
export interface View {
  readonly id: string;
  readonly caption?: Captions | undefined;
  readonly icon?: string | undefined;
  /** Markup with an element for each field. The repository never executes or trusts it. */
  readonly html?: string | undefined;
  /** The position of the view: `suggestions` … */
  readonly relation?: string | undefined;
  readonly hideIfEmpty?: boolean | undefined;
  readonly extended?: boolean | undefined;
  readonly condition?: Condition | undefined;
  readonly fields?: readonly Field[] | undefined;
}

/** The views that are shown together for a purpose: `io`, `map`, `ngsearch`, `io_render` … */
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
  /** Whether the column is shown by default; true if not stated. */
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
  /** The default language of all statements; `lucene` if not stated. */
  readonly syntax?: QuerySyntax | undefined;
  /** Queries that every hit must match as well, if their condition is met. */
  readonly base?: readonly BaseQuery[] | undefined;
  readonly allowWithoutCriteria?: boolean | undefined;
  readonly queries: readonly MetadataQuery[];
}

export type QuerySyntax = 'lucene' | 'dsl';

export interface BaseQuery {
  readonly statement: string;
  /** The base query applies only if the criterion with this name has no value (newer format: `propertyNull`). */
  readonly unlessGiven?: string | undefined;
}

export interface MetadataQuery {
  readonly id: string;
  readonly caption?: Captions | undefined;
  /** How the criteria are joined; `AND` if not stated. */
  readonly join?: QueryJoin | undefined;
  readonly syntax?: QuerySyntax | undefined;
  readonly base?: readonly BaseQuery[] | undefined;
  /** Whether the base queries of the set apply as well; true if not stated. */
  readonly applyBase?: boolean | undefined;
  readonly allowWithoutCriteria?: boolean | undefined;
  /** A statement that applies in addition to the criteria. */
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
  /** The statement in the language of the query, with `${value}`. If not stated, the property must have the value. */
  readonly statement?: string | undefined;
  /** Statements for single values (`OPEN`). A map, since the values come from files and may be any text. */
  readonly statementsByValue?: ReadonlyMap<string, string> | undefined;
  /** How several values are joined, if `multiple` allows them; `OR` if not stated. */
  readonly multipleJoin?: QueryJoin | undefined;
  /** Whether values are escaped in the statement; true if not stated. */
  readonly escape?: boolean | undefined;
  readonly toggle?: boolean | undefined;
  /** The URL parameter of a page that sets the initial value. */
  readonly initByParameter?: string | undefined;
  readonly source?: string | undefined;
}

/** Metadata sets and value lists, as an import returns them or a directory contains them. */
export interface MetadataCollection {
  readonly sets: readonly MetadataSet[];
  readonly valueLists: readonly ValueList[];
}
