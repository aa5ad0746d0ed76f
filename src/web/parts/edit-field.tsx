import type { Metadata } from '../visit/metadata.ts';
import type { Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { isLines, isList, isLong, isMultiple, PropertyInput } from './property-input.tsx';

/** Why properties were not stored: a sentence for each. */
type Problems = ReadonlyMap<string, string>;

export interface EditState {
  /** What was sent and not stored. */
  readonly sent?: ReadonlyMap<string, readonly string[]>;
  /** A problem that concerns no single field. */
  readonly problem?: string;
  readonly problems?: Problems;
}

interface EditFieldProps {
  readonly visit: Visit;
  readonly property: string;
  readonly node: Node;
  readonly metadata: Metadata;
  readonly state: EditState;
}

/** The field of a property with its caption, a hint, and why it was refused. */
export const EditField = ({ visit, property, node, metadata, state: { sent, problems } }: EditFieldProps) => {
  const before = node.properties[property] ?? [];
  const isRead = (node.properties['virtual:readfromfile'] ?? []).includes(property);
  const problem = problems?.get(property);
  const hasGroup = isList(metadata, property) && !isLong(metadata, property) && isMultiple(metadata, property);
  const caption = metadata.captionOf(property);
  const notes = [
    ...(isRead ? [['read', visit.texts.of('fields.from-file')]] : []),
    ...(isLines(metadata, property, before) ? [['hint', visit.texts.of('edit.lines')]] : []),
    ...(problem === undefined ? [] : [['problem', problem]]),
  ];
  return (
    <div class="field">
      {hasGroup ? <span id={`${property}-label`}>{caption}</span> : <label for={property}>{caption}</label>}
      <input type="hidden" name={`was:${property}`} value={JSON.stringify(before)} />
      <PropertyInput
        {...{ visit, property, metadata }}
        values={sent?.get(property) ?? before}
        isWrong={problem !== undefined}
        isFocused={problem !== undefined && problems?.keys().next().value === property}
        describedBy={notes.length === 0 ? undefined : notes.map(([kind]) => `${property}-${kind}`).join(' ')}
      />
      {notes.map(([kind, text]) => (
        <p key={kind} id={`${property}-${kind}`} class={kind === 'problem' ? 'problem' : 'soft'}>
          {text}
        </p>
      ))}
    </div>
  );
};

interface ProblemListProps {
  readonly visit: Visit;
  readonly metadata: Metadata;
  readonly problems: Problems;
}

/** The fields that were refused, at the top of the page, each with a link to it. */
export const ProblemList = ({ visit, metadata, problems }: ProblemListProps) => (
  <div class="problem" role="alert">
    <p>{visit.texts.of('edit.problems')}</p>
    <ul>
      {[...problems].map(([property, problem]) => (
        <li key={property}>
          <a href={`#${property}`}>{metadata.captionOf(property)}</a>: {problem}
        </li>
      ))}
    </ul>
  </div>
);
