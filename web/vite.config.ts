import { publicScreens } from '@twofold/contract'
import { defineConfig, type Plugin } from 'vite'
import { plugins, sharedBuildOptions } from './vite.shared.ts'

/**
 * Modules of the login screen, which every other screen needs too. One file compresses better than four. Includes their
 * dependencies, so that React loads before its users. Must not import the frame, which would become part of this chunk.
 */
const first =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|zod|@radix-ui\/react-(slot|compose-refs))\/|lucide-react\/dist\/esm\/([^i]|icons\/(check|circle-check|circle-exclamation-point|circle-question-mark|download|eye|eye-off|hand-coins|info|key-round|mail-check|plus|triangle-exclamation-point|upload|x)\.)|matching\/src\/shared\/quoted\.|\/ui\/(button|class-names|field|lazy|logo|notice|page|skip-link|spinner|theme-choice|toast-store|use-debounced)\.|src\/app\/routes\.|src\/api\/(api-error|failures|pending-saves|client|session|storage|token)\.|web\/src\/shared\/(begin-session|organization-store|set-up-notice|support)\.|contract\/src\/(screens|shared\/(route|wire|required-text)|accounts\/auth\/(links|messages|people|passkey-shapes|sessions|sign-in))\./

/** Excludes modules that only forms, login and uploads share: the first screen would load them unnecessarily. */
const ofManyScreens =
  /^(?!.*(features\/(accounts\/(auth|webhooks)|core\/companies|money\/(billing|payouts)|donations\/(campaigns|donors|imports|reports|report-files|donations\/(generic-columns|views))|directory|email\/(mails|templates))|contract\/src\/(accounts\/auth|email\/templates)\/|contract\/src\/\w+\/([\w-]+\/)*(bank-lines|billing|bulk-changes|campaign|categories|company-forms|donation|donors|companies|directory|import|list-layout|organization-changes|payments|payouts|policies|report|review|sent-mails|suppressions|templates)[\w-]*\.|ui\/(choice|combobox|file-drop|filter-by-name|form-dialog|search|tabs|pager|progress-bar|search-box|switch)\.|web\/src\/shared\/(form|leave-guard|autosave|use-autosave)|react-(switch|progress)\/|matching\/src\/\w+\/(actions|calendar|deadlines|gift-kinds|mail-domains|payout-links|policy-sentences|ratio)))/

/** Modules shared by dashboard and list. One file, because each additional file costs half a kilobyte of headers. */
const ofMatches =
  /features\/donations\/(donations\/(donation-urls|list-state|status-badge)|periods\/p)|ui\/choice\.|contract\/src\/(donations\/reports\/statistics|shared\/typed-amount)|matching\/src\/(shared\/(calendar|typed-amount)|statuses\/(quick-filters|statuses))\./

/** Modules that the dashboard shares with other screens. */
const ofDashboard =
  /features\/(email\/mails\/(use-send-review|send-review|send-button|mail-text)|accounts\/setup\/setup-steps|donations\/dashboard\/charts\/(figures|chart-card))|web\/src\/shared\/(use-)?autosave|contract\/src\/email\/mails|icons\/file-text\./

/** Modules that the list shares with uploads, reports and other lists. */
const ofList =
  /features\/donations\/donations\/(bulk\/row-checkbox|generic-columns|read-list-state|views\/list-as-report)|ui\/(pager|row-focus|use-narrow|use-shortcuts)\.|contract\/src\/donations\/(donations|donation-columns|imports\/(header-key|import-targets)|list-layout|reports\/(report-definition|reports))\.|icons\/arrow-(down|up)\.|matching\/src\/shared\/gift-kinds/

/** Serves the public app at its addresses during development, as the server does. */
const publicPages: Plugin = {
  name: 'public-pages',
  configureServer: ({ middlewares }) => {
    const known = publicScreens.map((screen) => new RegExp(`^${screen.replaceAll(/:\\w+/g, '[^/]+')}([?#]|$)`))
    middlewares.use((request, _, next) => {
      if (known.some((pattern) => pattern.test(request.url ?? ''))) request.url = '/public.html'
      next()
    })
  },
}

/** Build of the portal. The public pages have a separate build: `vite.public.config.ts`. */
export default defineConfig({
  plugins: [...plugins(), publicPages],
  build: {
    ...sharedBuildOptions,
    // Lets the server look up the scripts of a screen.
    manifest: true,
    rolldownOptions: {
      output: {
        // The first script contains all file names, and hashes do not compress: one character less saves 150 bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', test: first, priority: 3 },
            {
              name: 'frame',
              test: /web\/src\/(app\/(shell|authenticated-layout)|shared\/reevaluation-notice|ui\/(card|skeleton))\./,
              priority: 2,
            },
            { name: 'matches', test: ofMatches, priority: 1.8 },
            { name: 'list', test: ofList, priority: 1.6 },
            { name: 'dashboard', test: ofDashboard, priority: 1.5 },
            // Modules shared by three screens. With two, the first screen would load half of the others' modules.
            {
              name: 'portal',
              test: ofManyScreens,
              minShareCount: 3,
              priority: 1,
            },
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
