import type { Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm, Choice, FileField, Submit } from './form.tsx';
import { Menu } from './menu.tsx';

interface UploadProps {
  readonly visit: Visit;
  readonly folder: Node;
}

/** What to do with a file whose name is taken. */
export const nameChoices = ['ask', 'version', 'both', 'skip'] as const;

/** A form that sends a file to a folder. The script makes several files and whole folders of it. */
export const UploadMenu = ({ visit, folder }: UploadProps) => {
  const { texts } = visit;
  return (
    <Menu visit={visit} icon="up" label={texts.of('upload.title')}>
      <ActionForm visit={visit} action={`/folder/${folder.ref.id}/upload`} class="upload" files>
        <Choice
          id="if-exists"
          label={texts.of('upload.if-exists')}
          options={nameChoices.map((choice) => [choice, texts.of(`upload.choice.${choice}`)])}
        />
        <FileField visit={visit} />
        <p class="field with-scripts" hidden>
          <label for="files-of-folder">{texts.of('upload.folder')}</label>
          <input id="files-of-folder" type="file" />
        </p>
        <Submit>{texts.of('upload.title')}</Submit>
      </ActionForm>
    </Menu>
  );
};

/** Where the script lists what it sends. Its texts are in the page, so that they are in its language. */
export const Uploads = ({ visit }: Pick<UploadProps, 'visit'>) => {
  const { texts } = visit;
  const words = {
    'data-again': texts.of('upload.again'),
    'data-both': texts.of('upload.choice.both'),
    'data-broken': texts.of('upload.broken'),
    'data-exists': texts.of('upload.exists'),
    'data-failed': texts.of('failure.internal.title'),
    'data-sending': texts.of('upload.sending'),
    'data-skip': texts.of('upload.choice.skip'),
    'data-skipped': texts.of('import.result.skipped'),
    'data-stored': texts.of('upload.stored'),
    'data-version': texts.of('upload.choice.version'),
    'data-waiting': texts.of('upload.waiting'),
  };
  return (
    <section class="uploads" aria-label={texts.of('upload.list')} hidden {...words}>
      <p class="drop-hint soft">{texts.of('upload.drop')}</p>
      <ul />
      <p class="summary" role="status" />
      <p class="actions">
        <button type="button" class="again-all" hidden>
          {texts.of('upload.again-all')}
        </button>
        <a class="button show" href={`${visit.base}${visit.path}`} hidden>
          {texts.of('upload.show')}
        </a>
      </p>
      <script src={`${visit.base}${visit.assets.path('upload.js')}`} defer />
    </section>
  );
};
