import { may, type Node, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm, Choice, Field } from './form.tsx';
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
          <Field id="new-name" name="name" label={texts.of('node.new-name')} value={node.name} required />
          <button type="submit">{texts.of('node.rename')}</button>
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
        <a class="button" href={`${base}/node/${node.ref.id}/edit`}>
          {texts.of('edit.title')}
        </a>
      )}
      {may(node, 'ReadPermissions') && (
        <a class="button" href={`${base}/share/${node.ref.id}`}>
          {texts.of('sharing.title')}
        </a>
      )}
    </>
  );
};

interface AddProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly collections: readonly Node[];
}

/** Adds a node to a collection of the visitor. */
export const AddToCollection = ({ visit, node, collections }: AddProps) => {
  const { texts } = visit;
  if (collections.length === 0) return null;
  return (
    <Menu visit={visit} icon="collection" label={texts.of('collection.add')}>
      <ActionForm visit={visit} action={`/node/${node.ref.id}/collect`}>
        <Choice
          id="collection"
          label={texts.of('suggest.kind.collection')}
          options={collections.map((collection) => [collection.ref.id, titleOf(collection)])}
        />
        <button type="submit">{texts.of('collection.add')}</button>
      </ActionForm>
    </Menu>
  );
};
