import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** One classic script: `<script src=".../widget.js" async>` is all that a foreign page has to know. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  build: {
    outDir: 'dist',
    target: 'es2022',
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'twofold', fileName: () => 'widget.js' },
  },
})
