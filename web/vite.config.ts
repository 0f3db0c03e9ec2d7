import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { neededBy } from './build/chunks.ts'
import { compressed } from './build/compressed.ts'
import { offlineFiles } from './build/offline-files.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`

/** A list, before anything is pressed. */
const listPage = ['Portal.tsx', 'lists/pages.tsx', 'lists/ListPage.tsx', 'platform/feedback/ErrorPage.tsx']
const controls = [
  'platform/table/AddressFilters.tsx',
  'platform/form/NumberInput.tsx',
  'ui/form/Switch.tsx',
  'ui/form/TextArea.tsx',
  'ui/first/Alert.tsx',
]
/** Pages that open without the portal. */
const byLink = ['checkout/CheckoutPage.tsx', 'payments/ReceiptPage.tsx']

export default defineConfig({
  root: folder('.'),
  plugins: [react(), compressed(), offlineFiles()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/health': api, '/brand.css': api, '/brand-picture': api } },
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Every supported browser has modulepreload.
    modulePreload: { polyfill: false },
    // data: fonts and scripts are refused by the policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      // The sign-in page is part of the first files: nobody opens the portal without it.
      input: [folder('./index.html'), folder('./src/auth/LoginPage.tsx')],
      output: {
        codeSplitting: {
          groups: [
            // Runs before everything else, so it depends on no other chunk.
            {
              name: 'startup',
              test: /[\\/]src[\\/](startup|platform[\\/](shell[\\/](menu-width|row-height|theme-scope)|client[\\/]tokens))\.ts$|preload-helper/,
              priority: 5,
            },
            // zod must be configured before any schema is created: it may not compile code.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]src[\\/]zod-config\.ts$/, priority: 4 },
            // The shell and the attendance pages share storage-keys.ts: bundled with either, the chunks would import each other.
            {
              name: 'react',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]attendance[\\/]offline[\\/]storage-keys\.ts$/,
              priority: 3,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
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
            // The rest by what needs it; what only single pages share goes into files of its own.
            { name: neededBy('portal', listPage, byLink), debugName: 'portal', minShareCount: 2, priority: 1 },
            { name: neededBy('controls', controls, byLink), debugName: 'controls', minShareCount: 2, priority: 0.7 },
            {
              name: neededBy('form', ['lists/RecordPage.tsx'], byLink),
              debugName: 'form',
              minShareCount: 2,
              priority: 0.5,
            },
          ],
        },
      },
    },
  },
})
