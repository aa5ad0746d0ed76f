/** What runs in the page: it reads the description from where the page says, and asks nobody else about it. */
export const pageScript = `const page = document.querySelector('#page');

// A page cannot set a cookie of that kind, and need not: the browser sends it.
const withoutSession = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (select) => (...given) => select(...given)?.filter((each) => !each.has('session')),
      },
    },
  },
});

SwaggerUIBundle({
  url: page.dataset.description,
  domNode: page,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [withoutSession],
  layout: 'BaseLayout',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { activated: true },
});

// Each way to sign in asks for the focus, and the last one gets it: the first is the one that people know.
page.addEventListener('click', ({ target }) => {
  if (target.closest('.authorize, .authorization__btn') === null || target.closest('.dialog-ux') !== null) return;
  requestAnimationFrame(() => page.querySelector('.dialog-ux input')?.focus());
});
`;

/** What is ours in its look, over that of Swagger UI: a small heading, and room where there is little. */
export const pageStyle = `body {
  margin: 0;
  background: #fafafa;
}

.page-head {
  box-sizing: border-box;
  max-width: 1460px;
  margin: 0 auto;
  padding: 14px 20px 0;
  color: #3b4151;
  font-family: sans-serif;
  font-size: 14px;
}

.page-head h1 {
  margin: 0 0 4px;
  font-size: 20px;
}

.page-head p {
  margin: 0;
}

.page-head a {
  color: #4990e2;
}

.swagger-ui .info {
  display: none;
}

.swagger-ui .scheme-container {
  margin: 12px 0;
  padding: 12px 0;
}

.swagger-ui .opblock-tag {
  font-size: 18px;
}

@media (max-width: 640px) {
  .swagger-ui .wrapper,
  .page-head {
    padding-right: 8px;
    padding-left: 8px;
  }

  .swagger-ui .filter-container .operation-filter-input {
    box-sizing: border-box;
    width: 100%;
  }

  .swagger-ui .opblock .opblock-summary-method {
    min-width: 56px;
    padding: 4px 0;
    font-size: 12px;
  }

  .swagger-ui .opblock .opblock-summary-path {
    max-width: 100%;
    overflow-wrap: anywhere;
    font-size: 13px;
  }

  .swagger-ui .opblock-description-wrapper,
  .swagger-ui .responses-inner {
    overflow-x: auto;
  }
}
`;

/** Where the page finds the others, relative to its own address: a proxy may have put something before it. */
export interface PageAddresses {
  /** In front of the names of its files. */
  readonly files: string;
  readonly description: string;
}

/** The page itself (HTML). Nothing in it runs or is styled in place. */
export const pageHtml = ({ files, description }: PageAddresses): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>edu-repo: the interface</title>
<link rel="icon" type="image/png" href="${files}favicon-32x32.png">
<link rel="stylesheet" href="${files}swagger-ui.css">
<link rel="stylesheet" href="${files}page.css">
</head>
<body>
<header class="page-head">
<h1>edu-repo: the interface</h1>
<p>Every call of this repository, from <a href="${description}">its description</a>. «Try it out» calls it here and now, as
whoever is signed in to it in this browser, or by «Authorize».</p>
</header>
<main id="page" data-description="${description}"></main>
<script src="${files}swagger-ui-bundle.js"></script>
<script src="${files}page.js"></script>
</body>
</html>
`;
