const skos = 'http://www.w3.org/2004/02/skos/core#';

/** How a value list uses a statement of a vocabulary. */
export type SkosUse =
  | 'label'
  | 'synonym'
  | 'description'
  | 'notation'
  | 'same'
  | 'above'
  | 'below'
  | 'scheme'
  | 'top'
  | 'title'
  | 'url'
  | 'kind';

/** Predicates that a value list can hold, of SKOS and of other vocabularies that are used with it. */
export const usedPredicates: ReadonlyMap<string, SkosUse> = new Map([
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'kind'],
  [`${skos}prefLabel`, 'label'],
  [`${skos}altLabel`, 'synonym'],
  [`${skos}hiddenLabel`, 'synonym'],
  [`${skos}definition`, 'description'],
  [`${skos}scopeNote`, 'description'],
  [`${skos}notation`, 'notation'],
  [`${skos}exactMatch`, 'same'],
  [`${skos}broader`, 'above'],
  [`${skos}narrower`, 'below'],
  [`${skos}inScheme`, 'scheme'],
  [`${skos}topConceptOf`, 'scheme'],
  [`${skos}hasTopConcept`, 'top'],
  ['http://purl.org/dc/terms/title', 'title'],
  ['http://purl.org/dc/elements/1.1/title', 'title'],
  ['http://www.w3.org/2000/01/rdf-schema#label', 'title'],
  ['https://schema.org/url', 'url'],
  ['http://schema.org/url', 'url'],
]);

export const conceptKind = `${skos}Concept`;
export const schemeKind = `${skos}ConceptScheme`;

/** The readable name of a predicate: the part after its last `#` or `/`. */
export const predicateName = (address: string): string =>
  `${address.startsWith(skos) ? 'skos:' : ''}${/(?<![^#/])[^#/]*$/.exec(address)?.[0] ?? address}`;
