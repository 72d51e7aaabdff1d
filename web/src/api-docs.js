import Redoc from 'redoc/bundles/redoc.standalone.js'

const options = {
  // The search runs in a worker from a blob, which the page's Content-Security-Policy refuses.
  disableSearch: true,
  // Deeper samples double the elements of the page.
  generatedSamplesMaxDepth: 3,
  downloadDefinitionUrl: '/api/openapi.json',
  hideLoading: true,
  theme: {
    colors: { primary: { main: '#1f5a43' } },
    typography: { fontFamily: "'Segoe UI', -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif" },
  },
}

Redoc.init('/api/docs/openapi.json', options, document.querySelector('#docs'))
