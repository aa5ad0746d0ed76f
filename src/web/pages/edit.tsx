import { AnswerError } from '../../client/answer-error.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { EditField, type EditState, ProblemList } from '../parts/edit-field.tsx';
import { ActionForm, Problem, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { isLines } from '../parts/property-input.tsx';
import { page, redirect } from '../visit/answers.ts';
import { type Metadata, metadataOfNode, metadataSetId } from '../visit/metadata.ts';
import { home, type Node, pathOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { propertyIn, refusalOf, unlistedIn } from './edit-problems.ts';

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
  return { node, metadata: await metadataOfNode(visit, node) };
}

interface EditProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly metadata: Metadata;
  readonly state: EditState;
}

function editPage({ visit, node, metadata, state }: EditProps, status = 200): PageAnswer {
  const { texts } = visit;
  const title = texts.of('edit.of', { name: titleOf(node) });
  const { problem, problems } = state;
  const content = (
    <Layout visit={visit} title={title} hasHeading>
      <Problem text={problem} />
      {problems !== undefined && <ProblemList {...{ visit, metadata, problems }} />}
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
          <LinkButton visit={visit} to={`${visit.base}${pathOf(node)}`} label={texts.of('edit.cancel')} />
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
  const hasLines = isLines(metadata, property, before);
  const values = plain(hasLines ? sent.flatMap((text) => text.split(/\r?\n/)) : sent);
  if (type === 'date' && values.length === 1 && before[0]?.slice(0, 10) === values[0]) return before;
  return keysOf(metadata, property, values, before);
}

/** The key of the value that has this synonym or caption in any language, or the text itself. */
const keyNamed = ({ call }: Visit, { metadataset }: Node, widget: string, caption: string): Promise<string> =>
  call.suggestValue({ ...home, metadataset: metadataSetId(metadataset), widget, caption }).then(
    ({ id }) => id,
    (error) => (error instanceof AnswerError && error.status < 500 ? caption : Promise.reject(error)),
  );

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

function beforeOf(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

const isKept = (values: readonly string[], before: readonly string[]): boolean =>
  isSame(values, plain(before)) || isSame(values, before);

/** What another person has made of a property meanwhile, as a sentence. */
function conflictProblem(
  { texts }: Visit,
  current: readonly string[],
  { values, before }: { readonly values: readonly string[]; readonly before: readonly string[] },
): string | undefined {
  if (isSame(current, before) || isSame(current, values)) return undefined;
  return texts.of('edit.conflict', { value: current.join(', ') });
}

/** What changed in the form, what another person changed meanwhile, and what is in no list. Fields that were not sent stay. */
async function changesOf(visit: Visit, node: Node, metadata: Metadata) {
  const sent = new Map<string, readonly string[]>();
  const changes: Record<string, string[] | null> = {};
  const conflicts = new Map<string, string>();
  const unknown = new Map<string, string>();
  for (const property of groupsOf(metadata).flatMap(({ fields }) => fields)) {
    const [was] = await visit.formValues(`was:${property}`);
    if (was === undefined) continue;
    const before = beforeOf(was);
    const typed = valuesOf(metadata, property, await visit.formValues(property), before);
    const unlisted = unlistedIn(metadata, property, { values: typed, before });
    const values = await Promise.all(
      typed.map((text) => (unlisted.has(text) ? keyNamed(visit, node, property, text) : text)),
    );
    sent.set(property, values);
    if (isKept(values, before)) continue;
    changes[property] = values.length === 0 ? null : [...values];
    const value = values.find((text) => unlisted.has(text));
    const name = metadata.captionOf(property);
    if (value !== undefined) unknown.set(property, visit.texts.of('edit.not-listed', { value, name }));
    const conflict = conflictProblem(visit, node.properties[property] ?? [], { values, before });
    if (conflict !== undefined) conflicts.set(property, conflict);
  }
  return { sent, changes, conflicts, unknown };
}

/** Stores what was changed in the form. What another person changed meanwhile is reported instead. */
export async function saveEdit(visit: Visit): Promise<PageAnswer> {
  const { node, metadata } = await readNode(visit);
  const { sent, changes, conflicts, unknown } = await changesOf(visit, node, metadata);
  if (unknown.size > 0) return editPage({ visit, node, metadata, state: { sent, problems: unknown } }, 400);
  if (conflicts.size > 0) return editPage({ visit, node, metadata, state: { sent, problems: conflicts } }, 409);
  try {
    if (Object.keys(changes).length > 0) await visit.call.updateMetadata({ ...home, node: visit.id, body: changes });
    return redirect(visit, `${pathOf(node)}?notice=saved`);
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 400) throw error;
    const { message } = error;
    const property = propertyIn(message, Object.keys(changes));
    if (property === undefined) return editPage({ visit, node, metadata, state: { sent, problem: message } }, 400);
    const problem = refusalOf(visit, metadata, message, { property, values: sent.get(property) ?? [] });
    return editPage({ visit, node, metadata, state: { sent, problems: new Map([[property, problem]]) } }, 400);
  }
}
