import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

/** What the first script needs in any case, and other screens too: one file packs better than four. With all that it needs itself, or React would be there after those who use it. */
const first =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|zod|@radix-ui\/react-(slot|compose-refs))\/|lucide-react\/dist\/esm\/[^i]|\/ui\/(button|class-names|logo|page)\.|contract\/src\/screens/

/** What lies over a screen (toast, tooltip, menu, dialog) shares these: one file is asked for sooner than six. */
const layers =
  /@radix-ui\/react-(presence|portal|primitive|dismissable-layer|use-[\w-]+|id|context|collection|visually-hidden|direction)\//

/** The server serves `dist/` as it is: file names carry a hash, nothing is inlined, so `script-src 'self'` holds. */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    // Says the server which scripts a screen needs.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: first, priority: 2 },
            { name: 'layers', test: layers, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': process.env.API_URL ?? 'http://127.0.0.1:3000',
      '/organization/register': process.env.API_URL ?? 'http://127.0.0.1:3000',
      '/search': process.env.API_URL ?? 'http://127.0.0.1:3000',
    },
  },
})
