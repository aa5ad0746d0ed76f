import { may, type Node, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm, Choice, Field, FileField } from './form.tsx';
import { LinkButton } from './link-button.tsx';
import { Menu } from './menu.tsx';

/** What a visitor with the rights can do with a node: rename and delete it. */
export const ChangeMenu = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const { texts } = visit;
  const [mayRename, mayDelete] = [may(node, 'Write'), may(node, 'Delete')];
  if (!visit.isSignedIn || (!mayRename && !mayDelete)) return null;
  return (
    <Menu visit={visit} icon="list" label={texts.of('node.change')}>
      {mayRename && (
        <ActionForm visit={visit} action={`/node/${node.ref.id}/rename`}>
          <Field
            id="new-name"
            name="name"
            label={texts.of('node.new-name')}
            value={node.collection === null ? node.name : titleOf(node)}
            required
          />
          <button type="submit">{texts.of('node.rename')}</button>
        </ActionForm>
      )}
      {mayRename && node.size !== null && (
        <ActionForm visit={visit} action={`/node/${node.ref.id}/version`} files>
          <FileField visit={visit} />
          <button type="submit">{texts.of('upload.choice.version')}</button>
        </ActionForm>
      )}
      {mayDelete && (
        <ActionForm
          visit={visit}
          action={`/node/${node.ref.id}/delete`}
          confirm={texts.of('node.delete.confirm', { name: titleOf(node) })}
        >
          <button type="submit" class="warn">
            {texts.of('node.delete')}
          </button>
        </ActionForm>
      )}
    </Menu>
  );
};

/** Leads to the pages that share a node and edit its metadata. */
export const ChangeLinks = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const { texts, base } = visit;
  if (!visit.isSignedIn) return null;
  return (
    <>
      {may(node, 'Write') && !node.isDirectory && (
        <LinkButton visit={visit} to={`${base}/node/${node.ref.id}/edit`} label={texts.of('edit.title')} />
      )}
      {may(node, 'ReadPermissions') && (
        <LinkButton visit={visit} to={`${base}/share/${node.ref.id}`} label={texts.of('sharing.title')} />
      )}
    </>
  );
};

interface AddProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly collections: readonly Node[];
}

/** Adds a node to a collection of the visitor, who can make one if there is none without the node. */
export const AddToCollection = ({ visit, node, collections }: AddProps) => {
  const { texts } = visit;
  const label = texts.of(collections.length === 0 ? 'collection.new' : 'collection.add');
  if (collections.length === 0)
    return <LinkButton {...{ visit, label }} to={`${visit.base}/collections`} icon="collection" />;
  return (
    <Menu visit={visit} icon="collection" label={label}>
      <ActionForm visit={visit} action={`/node/${node.ref.id}/collect`}>
        <Choice
          id="collection"
          label={texts.of('suggest.kind.collection')}
          options={collections.map((collection) => [collection.ref.id, titleOf(collection)])}
        />
        <button type="submit">{label}</button>
      </ActionForm>
    </Menu>
  );
};
