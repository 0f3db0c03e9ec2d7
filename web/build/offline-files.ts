/** Writes /offline.js: a service worker that caches the files needed to mark a class without signal. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const worker = readFileSync(fileURLToPath(new URL('./offline-worker.js', import.meta.url)), 'utf8')

/** The screens that open without signal, and what they load on demand. */
const wanted = [
  'src/main.tsx',
  'src/screens.tsx',
  'src/Portal.tsx',
  'src/SignIn.tsx',
  'src/SignedOut.tsx',
  'src/platform/feedback/ErrorPage.tsx',
  'src/platform/feedback/ToastHost.tsx',
  'src/platform/feedback/QuestionHost.tsx',
  'src/ui/late/Menu.tsx',
  'src/ui/late/OptionList.tsx',
  'src/ui/late/tip.ts',
  'src/attendance/MarkListPage.tsx',
  'src/attendance/ClassPage.tsx',
  'src/attendance/marking/walk-ins/WalkInDialog.tsx',
  'src/attendance/newcomers/ClassNewcomers.tsx',
  'src/attendance/offline/newcomers.ts',
  'src/attendance/offline/sending.ts',
  'src/attendance/offline/PhoneLine.tsx',
  'src/attendance/offline/ready/Readiness.tsx',
  'src/attendance/offline/unsent.ts',
  'src/attendance/offline/SignInMarks.tsx',
]

export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const found = new Set<string>()
      const take = (file: string) => {
        const output = bundle[file]
        if (found.has(file) || output?.type !== 'chunk') return
        found.add(file)
        for (const imported of output.imports) take(imported)
      }
      for (const path of wanted) {
        const chunk = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/web/${path}`)),
        )
        // A moved file must fail the build, not be left out silently.
        if (!chunk) this.error(`offline-files: ${path} was not found in the build`)
        take(chunk.fileName)
      }
      for (const file of Object.keys(bundle)) if (file.endsWith('.css')) found.add(file)
      const files = [...found].toSorted().map((file) => `/${file}`)
      const page = bundle['index.html']
      const version = createHash('sha256')
        .update(JSON.stringify([worker, files, page?.type === 'asset' ? String(page.source) : '']))
        .digest('hex')
        .slice(0, 12)
      const text = worker.replace('__FILES__', JSON.stringify(files)).replace('__VERSION__', version)
      if (dir) await writeFile(join(dir, 'offline.js'), text)
    },
  }
}
