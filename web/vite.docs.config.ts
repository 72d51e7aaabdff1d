import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'
import { sharedBuildOptions } from './vite.shared.ts'

/** Build of the `/api/docs` page. */
export default defineConfig({
  plugins: [
    {
      name: 'redoc',
      // Redoc's bundle requires this package only on Node.
      resolveId: (id) => (id === 'null' ? '\0null' : null),
      load: (id) => (id === '\0null' ? '' : null),
      // Redoc loads its logo from a CDN; the page uses the portal's logo instead.
      transform: (code, id) =>
        id.includes('/redoc/') ? code.replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', '/favicon.svg') : null,
    },
    precompress(),
  ],
  build: {
    ...sharedBuildOptions,
    emptyOutDir: false,
    copyPublicDir: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: 'api-docs.html' },
  },
})
