// Sends files and folders that are chosen or dropped, one after another. Without it, the form sends one file.
const form = document.querySelector('form.upload');
const panel = document.querySelector('.uploads');
const list = panel.querySelector('ul');
const fileField = form.querySelector('#file');
const folderField = form.querySelector('#files-of-folder');
const againAll = panel.querySelector('.again-all');
const words = panel.dataset;

/** Each: the file, its path below the folder, its state, and its line in the list. */
const items = [];
let running = false;

fileField.multiple = true;
folderField.webkitdirectory = true;
for (const part of form.querySelectorAll('.with-scripts')) part.hidden = false;

const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

function button(text, action, label) {
  const made = make('button', { type: 'button', textContent: text });
  made.setAttribute('aria-label', label);
  made.addEventListener('click', action);
  return made;
}

/** Shows the state of an item, and what can be done about it. */
function show(item, state, text, buttons = []) {
  item.state = state;
  item.line.className = state;
  item.message.textContent = text;
  item.progress.hidden = state !== 'sending';
  item.actions.replaceChildren(...buttons);
  const failed = items.some((each) => each.state === 'failed');
  againAll.hidden = !failed;
  panel.querySelector('.show').hidden = !items.some((each) => each.state === 'stored');
  const done = items.filter((each) => each.state === 'stored' || each.state === 'skipped').length;
  panel.querySelector('.summary').textContent = `${done} / ${items.length}`;
}

/** Sends a request about an item, and resolves to what the server says; `broken` without an answer. */
function ask(item, withFile) {
  const data = new FormData();
  data.append('token', form.elements.token.value);
  data.append('if-exists', item.choice);
  data.append('path', item.path);
  if (withFile) {
    data.append('size', item.file.size);
    data.append('file', item.file, item.file.name);
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (withFile && total > 0) item.progress.value = loaded / total;
    });
    request.addEventListener('load', () => {
      try {
        resolve(JSON.parse(request.responseText));
      } catch {
        resolve({ result: 'failed', message: words.failed });
      }
    });
    for (const event of ['error', 'abort', 'timeout']) {
      request.addEventListener(event, () => resolve({ result: 'broken' }));
    }
    request.send(data);
  });
}

function again(item, choice = item.choice) {
  item.choice = choice;
  show(item, 'waiting', words.waiting);
  void run();
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const choicesFor = (item) =>
  ['version', 'both', 'skip'].map((choice) =>
    button(words[choice], () => again(item, choice), `${words[choice]}: ${item.path}`),
  );

const againFor = (item) => [button(words.again, () => again(item), `${words.again}: ${item.path}`)];

/** The line may be back soon, so it tries a few times before it waits for the person. */
async function send(item) {
  show(item, 'sending', words.sending);
  let answer = { result: 'broken' };
  for (const wait of [0, 1000, 3000]) {
    await pause(wait);
    item.progress.value = 0;
    answer = await ask(item, false);
    if (answer.result === 'ready') answer = await ask(item, true);
    if (answer.result !== 'broken') break;
  }
  if (answer.result === 'stored') show(item, 'stored', words.stored);
  else if (answer.result === 'skipped') show(item, 'skipped', words.skipped);
  else if (answer.result === 'exists') show(item, 'exists', words.exists, choicesFor(item));
  else show(item, 'failed', answer.message ?? words.broken, againFor(item));
}

async function run() {
  if (running) return;
  running = true;
  for (let next = nextOf(); next !== undefined; next = nextOf()) await send(next);
  running = false;
  const isDone = items.every(({ state }) => state === 'stored' || state === 'skipped');
  if (isDone) location.assign(`${location.pathname}?notice=uploaded`);
}

const nextOf = () => items.find(({ state }) => state === 'waiting');

function add(files) {
  for (const { file, path } of files) {
    const line = make('li');
    const item = { file, path, choice: form.elements['if-exists'].value, line };
    item.message = make('span', { className: 'state' });
    item.progress = make('progress', { max: 1, value: 0, hidden: true });
    item.progress.setAttribute('aria-label', path);
    item.actions = make('span', { className: 'actions' });
    line.append(make('bdi', { textContent: path }), item.progress, item.message, item.actions);
    list.append(line);
    items.push(item);
    show(item, 'waiting', words.waiting);
  }
  if (files.length === 0) return;
  // What an earlier upload came to.
  document.querySelector('.notice')?.remove();
  panel.hidden = false;
  form.closest('details').open = false;
  void run();
}

const chosen = ({ files }) => [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  add([...chosen(fileField), ...chosen(folderField)]);
  form.reset();
});

folderField.addEventListener('change', () => {
  fileField.required = folderField.files.length === 0;
});

againAll.addEventListener('click', () => {
  for (const item of items) if (item.state === 'failed') again(item);
});

addEventListener('online', () => againAll.click());

addEventListener('beforeunload', (event) => {
  if (running) event.preventDefault();
});

/** The files of a dropped file or folder, with the folders below it. */
async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = entry.createReader();
  const files = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const each of entries) files.push(...(await filesOf(each)));
  }
}

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') === true;

for (const name of ['dragenter', 'dragover']) {
  addEventListener(name, (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    panel.hidden = false;
    panel.classList.add('dropping');
  });
}

addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) panel.classList.remove('dropping');
});

addEventListener('drop', async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  panel.classList.remove('dropping');
  // The list of a drop is empty after the first pause.
  const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found = [];
  for (const entry of entries) found.push(...(await filesOf(entry)));
  add(found);
});
