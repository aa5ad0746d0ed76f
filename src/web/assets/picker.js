// Hands a node to the platform that opened this window or frame. Its address had the ticket of the person, so it may know the node.
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-node]');
  if (button === null) return;
  const platform = window.opener ?? (window.parent === window ? null : window.parent);
  const problem = document.querySelector('#no-platform');
  if (platform === null) problem.hidden = false;
  else platform.postMessage({ event: 'APPLY_NODE', data: JSON.parse(button.dataset.node) }, '*');
});
