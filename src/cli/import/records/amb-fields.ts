import { licenceFields, textField } from '../fields.ts';
import type { ItemField } from '../item.ts';
import type { AmbRecord } from './amb-rules.ts';
import { type Contributor, contributorFields } from './contributors.ts';

type Concept = NonNullable<AmbRecord['audience']>[number];
type Agent = NonNullable<AmbRecord['creator']>[number];

const contributor = ({ name, type, honorificPrefix, affiliation, id }: Agent): Contributor => ({
  name,
  isOrganization: type === 'Organization',
  title: honorificPrefix,
  organization: affiliation?.name,
  address: id,
});

/** The address, and then the labels: German and English first, because the value lists have these. */
function spellings({ id, prefLabel = {} }: Concept): string[] {
  const { de, en, ...others } = prefLabel;
  return [id, ...[de, en, ...Object.values(others)].filter((label): label is string => label !== undefined)];
}

function conceptField(property: string, label: string, concepts: readonly Concept[] = []): ItemField[] {
  return concepts.length === 0 ? [] : [{ property, label, values: concepts.map(spellings) }];
}

const isDetailedType = ({ id }: Concept): boolean => id.startsWith('http://w3id.org/openeduhub/vocabs/new_lrt/');

function typeFields(label: string, types: readonly Concept[] = []): ItemField[] {
  return [
    ...conceptField(
      'ccm:educationallearningresourcetype',
      label,
      types.filter((type) => !isDetailedType(type)),
    ),
    ...conceptField('ccm:oeh_lrt', label, types.filter(isDetailedType)),
  ];
}

/** The address that opens the material: a file of it, or else its page. */
const linkOf = ({ encoding = [], id }: AmbRecord): string =>
  encoding.find(({ contentUrl }) => contentUrl !== undefined)?.contentUrl ?? id;

/** The properties of a record. */
export function ambFields(record: AmbRecord): ItemField[] {
  const people = (agents: readonly Agent[] = []) => agents.map(contributor);
  return [
    ...textField('cclom:title', 'name', [record.name]),
    ...textField('cclom:general_description', 'description', [record.description]),
    ...textField('cclom:general_keyword', 'keywords', record.keywords ?? []),
    ...textField('cclom:general_language', 'inLanguage', record.inLanguage ?? []),
    ...textField('ccm:wwwurl', 'id', [linkOf(record)]),
    ...licenceFields('license', record.license === undefined ? [] : [record.license.id]),
    ...contributorFields('author', 'creator', people(record.creator)),
    ...contributorFields('other', 'contributor', people(record.contributor)),
    ...contributorFields('publisher', 'publisher', people(record.publisher)),
    ...conceptField('ccm:taxonid', 'about', record.about),
    ...conceptField('ccm:educationalcontext', 'educationalLevel', record.educationalLevel),
    ...typeFields('learningResourceType', record.learningResourceType),
    ...conceptField('ccm:educationalintendedenduserrole', 'audience', record.audience),
    ...conceptField(
      'ccm:conditionsOfAccess',
      'conditionsOfAccess',
      record.conditionsOfAccess && [record.conditionsOfAccess],
    ),
    ...textField('cclom:duration', 'duration', [record.duration]),
    ...textField('ccm:published_date', 'datePublished', [record.datePublished]),
  ];
}
