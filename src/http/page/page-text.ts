/** The script of the page. It loads the OpenAPI document from this server, and nothing from other servers. */
export const pageScript = `const page = document.querySelector('#page');

// A script cannot set an HttpOnly cookie and does not need to: the browser sends it.
const withoutSession = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (select) => (...input) => select(...input)?.filter((each) => !each.has('session')),
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

// Each sign-in form takes the focus, so the last one would keep it. Move it to the first, which people use most.
page.addEventListener('click', ({ target }) => {
  if (target.closest('.authorize, .authorization__btn') === null || target.closest('.dialog-ux') !== null) return;
  requestAnimationFrame(() => page.querySelector('.dialog-ux input')?.focus());
});
`;

/** Styles on top of Swagger UI: a small heading, and a layout for narrow screens. */
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

/** URLs relative to the page, because a proxy may have added a path prefix. */
export interface PageAddresses {
  /** The prefix of the file names. */
  readonly files: string;
  readonly description: string;
}

/** The page (HTML), without inline scripts and styles. */
export const pageHtml = ({ files, description }: PageAddresses): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>edu-repo API</title>
<link rel="icon" type="image/png" href="${files}favicon-32x32.png">
<link rel="stylesheet" href="${files}swagger-ui.css">
<link rel="stylesheet" href="${files}page.css">
</head>
<body>
<header class="page-head">
<h1>edu-repo API</h1>
<p>All operations of this repository, from its <a href="${description}">OpenAPI document</a>. "Try it out" sends a real request,
as the user who is signed in to the repository in this browser, or with the credentials under "Authorize".</p>
</header>
<main id="page" data-description="${description}"></main>
<script src="${files}swagger-ui-bundle.js"></script>
<script src="${files}page.js"></script>
</body>
</html>
`;
