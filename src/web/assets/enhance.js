// Small helps for pages that work without it.

// Asks before a form deletes or restores something.
document.addEventListener('submit', (event) => {
  const question = event.target.dataset.confirm;
  if (question !== undefined && !window.confirm(question)) event.preventDefault();
});

// Closes an open menu by a click elsewhere or by Escape, which gives the focus back.
const openMenus = () => document.querySelectorAll('details.menu[open]');

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});

// The first field of an open menu takes the focus. A menu opens to the left of the end of its button. Where that is too far, its panel
// begins with the content.
function showPanel({ target }) {
  const panel = target.open === true ? target.querySelector(':scope > .panel') : null;
  panel?.querySelector('input:not([type=hidden], [type=file]), select, textarea')?.focus();
  const main = target.closest('main');
  if (panel === null || main === null) return;
  panel.style.right = '';
  const start = main.getBoundingClientRect().left + parseFloat(getComputedStyle(main).paddingLeft);
  const missing = start - panel.getBoundingClientRect().left;
  if (missing > 0) panel.style.right = `${-missing}px`;
}

// This event does not bubble.
document.addEventListener('toggle', showPanel, true);

// Sends a form when a choice in it changes, such as the order of a list.
document.addEventListener('change', ({ target }) => {
  if (target.dataset.submits !== undefined) target.form?.requestSubmit();
});

// `/` leads to the search field.
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select, [contenteditable]') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector('#q');
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// Makes a field with suggestions a combobox (WAI-ARIA 1.2). htmx puts the options of the server below it; the focus stays in the field.
function combobox(field) {
  const list = document.getElementById(field.dataset.suggests);
  let active;
  const choose = (option) => {
    active?.setAttribute('aria-selected', 'false');
    active = option;
    active?.setAttribute('aria-selected', 'true');
    if (active === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', active.id);
  };
  const show = (isOpen) => {
    choose(undefined);
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
    // What is still on its way would open the list again.
    if (!isOpen) field.dispatchEvent(new Event('htmx:abort'));
  };
  /** Before the first and after the last option is the field itself. */
  const step = (by) => {
    const places = [undefined, ...list.children];
    const next = places.at((places.indexOf(active) + by) % places.length);
    show(true);
    choose(next);
  };
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => active.click(),
    Escape: () => show(false),
  };
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  show(false);
  list.addEventListener('htmx:afterSwap', () => {
    for (const [index, option] of [...list.children].entries()) option.id = `${list.id}-${index}`;
    show(list.childElementCount > 0 && document.activeElement === field);
  });
  for (const failure of ['htmx:responseError', 'htmx:sendError']) field.addEventListener(failure, () => show(false));
  field.addEventListener('blur', () => show(false));
  field.addEventListener('keydown', (event) => {
    const { key, isComposing, altKey } = event;
    if (keys[key] === undefined || isComposing || altKey || list.childElementCount === 0) return;
    if ((key === 'Enter' && active === undefined) || (key === 'Escape' && list.hidden)) return;
    event.preventDefault();
    keys[key]();
  });
  // A click must not take the focus away, or the list would close before it.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    field.value = target.closest('[data-value]')?.dataset.value ?? field.value;
    show(false);
  });
}

for (const field of document.querySelectorAll('[data-suggests]')) combobox(field);
