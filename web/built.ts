import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions, PluginOption } from 'vite'
import { leanZod, withoutDescriptions } from './lean-zod.ts'
import { precompress } from './precompress.ts'

// What the builds of the two apps have in common: the portal (`vite.config.ts`) and the public pages (`vite.public.config.ts`).

/** Radix gets our `styleSingleton`, without `<style>` elements, which the Content-Security-Policy refuses. */
const constructedStyles: PluginOption = {
  name: 'constructed-styles',
  config: () => ({
    resolve: {
      alias: { 'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)) },
    },
  }),
}

export const plugins = (): PluginOption[] => [
  constructedStyles,
  leanZod(),
  withoutDescriptions(),
  react(),
  tailwindcss(),
  precompress(),
]

/** The server serves `dist/` as it is: file names carry a hash, nothing is inlined, so `script-src 'self'` holds. */
export const build = {
  outDir: 'dist',
  target: 'es2023',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
} satisfies BuildEnvironmentOptions
