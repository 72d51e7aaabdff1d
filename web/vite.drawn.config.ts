import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { build } from './built.ts'

/** The public pages and the login page as the server draws them (decision 24): one file that it reads when the first is asked for. */
export default defineConfig({
  plugins: [react()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ...build,
    ssr: 'src/drawn.tsx',
    emptyOutDir: false,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: '.drawn.cjs', codeSplitting: false } },
  },
})
