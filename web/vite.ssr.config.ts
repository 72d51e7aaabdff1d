import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedBuildOptions } from './vite.shared.ts'

/** Server build of the public pages and the login page (decision 24): one file, loaded on first use. */
export default defineConfig({
  plugins: [react()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ...sharedBuildOptions,
    ssr: 'src/render-on-server.tsx',
    emptyOutDir: false,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: '.prerender.cjs', codeSplitting: false } },
  },
})
