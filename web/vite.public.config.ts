import { defineConfig } from 'vite'
import { plugins, sharedBuildOptions } from './vite.shared.ts'

/**
 * Modules that load on demand: overlays (toast, tooltip), modules shared by a feature's screens, and French and Spanish
 * text, which few pages use.
 */
const late =
  /@radix-ui\/react-(?!slot|compose-refs)|floating-ui|\/ui\/(toaster|tooltip|icon-button)\.|src\/features|shared\/(donor-layout-texts|page-language)\./
/** Modules of pages that call the API. Text pages need neither the contract's schemas nor the query cache. */
const asking =
  /node_modules\/(zod|@tanstack)\/|contract\/src\/(?!screens)|web\/src\/(api|shared)\/(?!donor-layout-texts|page-language)|company-search|level-badge/

/** Separate build of the public pages, without package code that only the portal needs. */
export default defineConfig({
  plugins: plugins(),

  build: {
    ...sharedBuildOptions,
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/public.json',
    rolldownOptions: {
      input: 'public.html',
      // Modules shared by two pages load once, with the first script.
      output: {
        codeSplitting: {
          groups: [
            { name: 'public', test: (id) => !asking.test(id) && !late.test(id), minShareCount: 2, priority: 1 },
            { name: 'asking', test: asking, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
