import { AnswerError } from '../../client/answer-error.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { ActionForm, Problem, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { isList, isLong, isMultiple, PropertyInput } from '../parts/property-input.tsx';
import { page, redirect } from '../visit/answers.ts';
import { type Metadata, metadataSet } from '../visit/metadata.ts';
import { home, type Node, pathOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

interface EditState {
  /** What was sent and not stored. */
  readonly sent?: ReadonlyMap<string, readonly string[]>;
  readonly problem?: string;
  /** The property that the problem is about. */
  readonly field?: string;
}

/** Widgets that stand for no property of their own, or that need more than a form. */
const isEditable = (metadata: Metadata, property: string): boolean =>
  property.includes(':') &&
  property !== 'cm:name' &&
  !/upload|preview|map|author|license/i.test(metadata.widgetOf(property)?.type ?? '');

const groupsOf = (metadata: Metadata) =>
  metadata
    .groups('io')
    .map(({ caption, fields }) => ({ caption, fields: fields.filter((each) => isEditable(metadata, each)) }))
    .filter(({ fields }) => fields.length > 0);

async function readNode(visit: Visit): Promise<{ readonly node: Node; readonly metadata: Metadata }> {
  const { node } = await visit.call.getNode({ ...home, node: visit.id, propertyFilter: ['-all-'] });
  const set = node.metadataset === 'default' ? undefined : node.metadataset;
  return { node, metadata: await metadataSet(visit, set).catch(() => metadataSet(visit)) };
}

const EditField = ({ visit, property, node, metadata, state }: { property: string } & EditProps) => {
  const isWrong = state.field === property;
  const values = state.sent?.get(property) ?? node.properties[property] ?? [];
  const hasGroup = isList(metadata, property) && !isLong(metadata, property) && isMultiple(metadata, property);
  const caption = metadata.captionOf(property);
  return (
    <div class="field">
      {hasGroup ? <span id={`${property}-label`}>{caption}</span> : <label for={property}>{caption}</label>}
      <input type="hidden" name={`was:${property}`} value={JSON.stringify(node.properties[property] ?? [])} />
      <PropertyInput visit={visit} property={property} values={values} metadata={metadata} isWrong={isWrong} />
      <Problem text={isWrong ? state.problem : undefined} />
    </div>
  );
};

interface EditProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly metadata: Metadata;
  readonly state: EditState;
}

function editPage({ visit, node, metadata, state }: EditProps, status = 200): PageAnswer {
  const { texts } = visit;
  const title = texts.of('edit.of', { name: titleOf(node) });
  const content = (
    <Layout visit={visit} title={title}>
      <h1 dir="auto">{title}</h1>
      <Problem text={state.field === undefined ? state.problem : undefined} />
      <ActionForm visit={visit} action={`/node/${node.ref.id}/edit`} class="card edit">
        {groupsOf(metadata).map(({ caption, fields }) => (
          <section key={caption}>
            <h2>{caption}</h2>
            {fields.map((property) => (
              <EditField key={property} {...{ visit, node, metadata, state, property }} />
            ))}
          </section>
        ))}
        <p class="actions">
          <Submit>{texts.of('edit.save')}</Submit>
          <a class="button" href={`${visit.base}${pathOf(node)}`}>
            {texts.of('edit.cancel')}
          </a>
        </p>
      </ActionForm>
    </Layout>
  );
  return page(visit, content, status);
}

/** A form with the fields that the metadata set of a node has for it. */
export async function showEdit(visit: Visit): Promise<PageAnswer> {
  return editPage({ visit, ...(await readNode(visit)), state: {} });
}

/**
 * The values whose captions were typed, or the texts themselves. Of several with one caption, those that were there before, each
 * once and in their order.
 */
function keysOf(metadata: Metadata, property: string, texts: readonly string[], before: readonly string[]): string[] {
  const values = metadata.widgetOf(property)?.values ?? [];
  const left = new Set(before);
  return texts.map((text) => {
    const named = values.filter(({ caption, id }) => caption === text || id === text).map(({ id }) => id);
    const key = [...left].find((id) => named.includes(id)) ?? named.find((id) => !before.includes(id)) ?? named[0];
    if (key !== undefined) left.delete(key);
    return key ?? text;
  });
}

/** Values as a form sends them: without spaces around them, and without empty ones. */
const plain = (values: readonly string[]): readonly string[] =>
  values.map((text) => text.replaceAll('\r\n', '\n').trim()).filter((text) => text !== '');

/** The values of a property that a form sent. */
function valuesOf(
  metadata: Metadata,
  property: string,
  sent: readonly string[],
  before: readonly string[],
): readonly string[] {
  const type = metadata.widgetOf(property)?.type ?? '';
  const isLines =
    !isList(metadata, property) && (isMultiple(metadata, property) || (before.length > 1 && type !== 'textarea'));
  const values = plain(isLines ? sent.flatMap((text) => text.split(/\r?\n/)) : sent);
  if (type === 'date' && values.length === 1 && before[0]?.slice(0, 10) === values[0]) return before;
  return keysOf(metadata, property, values, before);
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** The property that a message of the interface names. */
const fieldIn = (message: string, properties: readonly string[]): string | undefined =>
  properties.find((property) => message.includes(property));

function beforeOf(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** What changed in the form, and what another person changed meanwhile. Fields that the form did not send stay. */
async function changesOf(visit: Visit, node: Node, metadata: Metadata) {
  const sent = new Map<string, readonly string[]>();
  const changes: Record<string, string[] | null> = {};
  const conflicts: string[] = [];
  for (const property of groupsOf(metadata).flatMap(({ fields }) => fields)) {
    const [was] = await visit.formValues(`was:${property}`);
    if (was === undefined) continue;
    const before = beforeOf(was);
    const values = valuesOf(metadata, property, await visit.formValues(property), before);
    sent.set(property, values);
    if (isSame(values, plain(before)) || isSame(values, before)) continue;
    changes[property] = values.length === 0 ? null : [...values];
    if (!isSame(node.properties[property] ?? [], before) && !isSame(node.properties[property] ?? [], values))
      conflicts.push(property);
  }
  return { sent, changes, conflicts };
}

/** Stores what was changed in the form. What another person changed meanwhile is reported instead. */
export async function saveEdit(visit: Visit): Promise<PageAnswer> {
  const { node, metadata } = await readNode(visit);
  const { sent, changes, conflicts } = await changesOf(visit, node, metadata);
  const [conflict] = conflicts;
  if (conflict !== undefined) {
    const problem = visit.texts.of('edit.conflict', { value: (node.properties[conflict] ?? []).join(', ') });
    return editPage({ visit, node, metadata, state: { sent, problem, field: conflict } }, 409);
  }
  try {
    if (Object.keys(changes).length > 0) await visit.call.updateMetadata({ ...home, node: visit.id, body: changes });
    return redirect(visit, `${pathOf(node)}?notice=saved`);
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 400) throw error;
    const field = fieldIn(error.message, Object.keys(changes));
    const state = { sent, problem: error.message, ...(field === undefined ? {} : { field }) };
    return editPage({ visit, node, metadata, state }, 400);
  }
}
