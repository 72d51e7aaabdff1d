import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds one classic script: `<script src=".../widget.js" async>` is all that a page needs. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  build: {
    outDir: 'dist',
    target: 'es2022',
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'twofold', fileName: () => 'widget.js' },
  },
})
