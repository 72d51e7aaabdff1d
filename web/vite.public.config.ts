import { defineConfig } from 'vite'
import { build, plugins } from './built.ts'

/**
 * What lies over a page (toast, tooltip) comes when it is first wanted, and what two screens of a room share with these; so do words in
 * French and Spanish, which few pages speak.
 */
const late =
  /@radix-ui\/react-(?!slot|compose-refs)|floating-ui|\/ui\/(toaster|tooltip|icon-button)\.|src\/features|shell\/(frames-of-donors|spoken)\./
/** Pages of text ask nothing: they need neither the contract's shapes nor what keeps answers. */
const asking =
  /node_modules\/(zod|@tanstack)\/|contract\/src\/(?!screens)|web\/src\/(api|shell)\/(?!frames-of-donors|spoken)|\/ui\/form\.|company-search|level-badge/

/** The public pages, built by themselves: what only the portal needs of a package is left out of theirs. */
export default defineConfig({
  plugins: plugins(),

  build: {
    ...build,
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/public.json',
    rolldownOptions: {
      input: 'public.html',
      // What two pages share is asked for once, with the first script.
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
