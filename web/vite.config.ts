import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdCss } from './build/antd-css.ts'
import { compressed } from './build/compressed.ts'
import { offlineFiles } from './build/offline-files.ts'
import { strictCsp } from './build/strict-csp.ts'
import { zeroStyles } from './build/zero-styles.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`

export default defineConfig({
  root: folder('.'),
  plugins: [react(), antdCss(folder('./src')), strictCsp(), zeroStyles(), compressed(), offlineFiles()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/health': api } },
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Preloading by script is refused by no policy, but the polyfill is dead weight in every browser we support.
    modulePreload: { polyfill: false },
    // data: fonts and scripts are refused by the policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      // What sign-in needs belongs to the first files: nobody opens the portal without it.
      input: [folder('./index.html'), folder('./src/auth/LoginPage.tsx')],
      // These packages only define components; some of them forget to say so.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // What runs before everything else waits for nothing.
            {
              name: 'begin',
              test: /[\\/]src[\\/](begin|platform[\\/](shell[\\/](menu-width|theme-scope)|client[\\/]tokens))\.ts$|preload-helper/,
              priority: 5,
            },
            // zod must learn that it may not compile code before any schema is made.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]src[\\/]first\.ts$/, priority: 4 },
            // The shell and the attendance pages share storage-keys.ts: bundled with either, the chunks would import each other.
            {
              name: 'react',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]attendance[\\/]offline[\\/]storage-keys\.ts$/,
              priority: 3,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // What the pages behind a link need, which are opened without the portal.
            {
              name: 'public',
              test: /[\\/]contract[\\/]src[\\/](payments|exports|platform)[\\/]|[\\/]src[\\/]platform[\\/]client[\\/]dates\.ts$/,
              minShareCount: 2,
              priority: 2,
            },
            // What several pages of the portal share is one file: each file costs the browser time of its own.
            { name: 'portal', minShareCount: 4, priority: 1 },
            // What fewer share, in few files instead of one for each icon (e2e/sizes.spec.ts).
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 0 },
          ],
        },
      },
    },
  },
})
