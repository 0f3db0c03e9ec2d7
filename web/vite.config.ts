import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { both, file, neededBy } from './build/chunks.ts'
import { compiledEarly } from './build/compiled-early.ts'
import { compressed } from './build/compressed.ts'
import { leanContract } from './build/lean-contract.ts'
import { leanZod } from './build/lean-zod.ts'
import { leftOut } from './build/left-out.ts'
import { offlineFiles } from './build/offline-files.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`

const signIn = neededBy('main.tsx', 'SignIn.tsx')
const screens = neededBy('screens.tsx')
/** A list, before anything is pressed. */
const list = neededBy(
  ...['screens.tsx', 'Portal.tsx', 'lists/ListPage.tsx', 'platform/feedback/ErrorPage.tsx', 'ui/late/Modal.tsx'],
)
/** A page of its own needs the parts of a list, not the page of the declared ones. */
const notTheListPage = (id: string) => !id.endsWith('/lists/ListPage.tsx')
/** Fields without a form, in filters. */
const controls = neededBy(
  ...['platform/table/filters/AddressFilters.tsx', 'platform/form/NumberInput.tsx', 'ui/form/Switch.tsx'],
  ...['ui/form/TextArea.tsx', 'ui/form/Labelled.tsx'],
)
const form = neededBy('lists/RecordPage.tsx')
/** Pages that open without the portal. */
const byLink = neededBy('checkout/CheckoutPage.tsx', 'payments/ReceiptPage.tsx')
/** What any icon is made with, and those of the sign-in page. */
const firstIcons = (id: string) =>
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])|[\\/]icons[\\/](eye|eye-off|loader-circle)\.mjs$/.test(id)

const ofThePortal = /\/(react|zod|first|screens|portal|startup|icons|rolldown-runtime)-[^/]*\.js$/

export default defineConfig({
  root: folder('.'),
  plugins: [
    react(),
    leanContract(),
    leanZod(),
    leftOut(),
    compiledEarly(['startup', 'react', 'zod', 'first', 'screens', 'portal']),
    compressed(),
    offlineFiles(),
  ],
  resolve: {
    // React has it itself.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      ...{ '/api': api, '/health': api, '/brand.css': api, '/brand-picture': api },
      ...{ '/manifest.webmanifest': api, '/brand-icon': api },
    },
  },
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: {
      // Every supported browser has modulepreload.
      polyfill: false,
      // What runs in the portal has its files already: a page or dialog names only those of its own.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'js' && !/\/startup-/.test(hostId) ? files.filter((name) => !ofThePortal.test(name)) : files,
    },
    // data: fonts and scripts are refused by the policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: folder('./index.html'),
      treeshake: {
        // What a module's index, the contract or the form store offers is taken alone, without its neighbours.
        moduleSideEffects: (id) =>
          !/[\\/](web[\\/]src[\\/]\w+[\\/]index|contract[\\/]src[\\/](?!platform[\\/]plain-errors).*)\.ts$/.test(id) &&
          !/[\\/](@rc-component|is-mobile)[\\/]/.test(id),
      },
      output: {
        // Names stand in many files, and what is random in them does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Runs before everything else, so it depends on no other chunk.
            file('startup', 5, neededBy('startup.ts'), (id) => id.includes('preload-helper')),
            // zod must be configured before any schema is created: it may not compile code.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]client[\\/]zod-config\.ts$/, priority: 4 },
            // The shell and the attendance pages share storage-keys.ts: bundled with either, the chunks would import each other.
            {
              name: 'react',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]attendance[\\/]offline[\\/]storage-keys\.ts$/,
              priority: 3,
            },
            // The sign-in page has the least; the rest comes by what needs it.
            file('first', 2.5, neededBy('main.tsx'), both(list, signIn), firstIcons),
            file('screens', 2.4, screens),
            file('public', 2.3, both(list, byLink)),
            // What places and walks menus, lists and calendars: with the first of them, and never with a toast.
            {
              name: 'popup',
              test: /[\\/]node_modules[\\/](@base-ui|@floating-ui)[\\/]/,
              minShareCount: 2,
              priority: 2,
            },
            // One file instead of one per icon.
            {
              name: 'icons',
              test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
              minShareCount: 2,
              priority: 1.5,
            },
            file('portal', 1, both(list, notTheListPage)),
            file('public', 0.8, both(controls, byLink)),
            { name: 'alert', test: /[\\/]first[\\/]Alert\.tsx$/, priority: 0.9 },
            { ...file('controls', 0.7, controls), minShareCount: 2 },
            { ...file('form', 0.5, form), minShareCount: 2 },
            // What the dashboard counts and pages of their own list: a file of each would be hardly more than its name.
            {
              name: 'counted',
              test: /[\\/]contract[\\/]src[\\/](audit[\\/]alerts|books[\\/]books|staff[\\/]second-factor-advice)\.ts$/,
              priority: 0.4,
            },
            // So would be how a wallet looks and what becomes of it.
            { name: 'wallets', test: /[\\/](client[\\/]wallet-change|members[\\/]wallet-tone)\.ts$/, priority: 0.4 },
            // What only some pages share goes into files of its own.
          ],
        },
      },
    },
  },
})
