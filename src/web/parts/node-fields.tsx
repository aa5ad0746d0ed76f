import type { Metadata } from '../visit/metadata.ts';
import type { Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

interface FieldsProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly metadata: Metadata;
}

/** These are shown elsewhere on the page. */
const shownElsewhere: ReadonlySet<string> = new Set(['cm:name', 'cclom:title', 'cm:title']);

const isAddress = (value: string): boolean => /^https?:\/\/\S+$/i.test(value);

const Value = ({
  visit,
  property,
  value,
  metadata,
}: Omit<FieldsProps, 'node'> & { property: string; value: string }) => {
  const type = metadata.widgetOf(property)?.type;
  if (type === 'date' && !Number.isNaN(Date.parse(value))) return <>{visit.texts.date(value)}</>;
  const caption = metadata.valueOf(property, value);
  if (caption === value && isAddress(value)) {
    return (
      <a href={value} rel="noreferrer">
        {value}
      </a>
    );
  }
  const unit = metadata.widgetOf(property)?.unit;
  return <>{unit === null || unit === undefined ? caption : `${caption} ${unit}`}</>;
};

/** What is said about a node: the fields in the groups and with the captions of its metadata set. */
export const Fields = ({ visit, node, metadata }: FieldsProps) => {
  const groups = metadata
    .groups('io_render', 'io')
    .map(({ caption, fields }) => ({
      caption,
      fields: fields.flatMap((property) => {
        const values = (node.properties[property] ?? []).filter((value) => value.trim() !== '');
        return shownElsewhere.has(property) || values.length === 0 ? [] : [{ property, values }];
      }),
    }))
    .filter(({ fields }) => fields.length > 0);
  const read = node.properties['virtual:readfromfile'] ?? [];
  return (
    <>
      {groups.map(({ caption, fields }) => (
        <section key={caption} class="fields">
          <h2>{caption}</h2>
          <dl>
            {fields.map(({ property, values }) => (
              <div key={property}>
                <dt>{metadata.captionOf(property)}</dt>
                {values.map((value) => (
                  <dd key={value} dir="auto">
                    <Value visit={visit} property={property} value={value} metadata={metadata} />
                  </dd>
                ))}
                {read.includes(property) && <dd class="soft">{visit.texts.of('fields.from-file')}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
};
