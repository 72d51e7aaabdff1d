import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions, PluginOption } from 'vite'
import { leanZod, withoutDescriptions } from './lean-zod.ts'
import { precompress } from './precompress.ts'

// Build settings shared by the portal (`vite.config.ts`) and the public pages (`vite.public.config.ts`).

/** Replaces Radix's style handling with our `styleSingleton`: the Content-Security-Policy blocks `<style>` elements. */
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

/** The server serves `dist/` unchanged. File names contain a hash and nothing is inlined, so `script-src 'self'` is enough. */
export const sharedBuildOptions = {
  outDir: 'dist',
  target: 'es2023',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
} satisfies BuildEnvironmentOptions
