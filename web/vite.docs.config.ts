import { defineConfig } from 'vite'
import { build } from './built.ts'
import { precompress } from './precompress.ts'

/** The page of `/api/docs`. */
export default defineConfig({
  plugins: [
    {
      name: 'redoc',
      // A package that Redoc's bundle requires under Node only.
      resolveId: (id) => (id === 'null' ? '\0null' : null),
      load: (id) => (id === '\0null' ? '' : null),
      // Redoc loads its vendor's logo from a CDN; the page shows the portal's own.
      transform: (code, id) =>
        id.includes('/redoc/') ? code.replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', '/favicon.svg') : null,
    },
    precompress(),
  ],
  build: {
    ...build,
    emptyOutDir: false,
    copyPublicDir: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: 'api-docs.html' },
  },
})
