/**
 * The stylesheet of the antd components in use, written at build time, because the content security policy forbids the
 * style tags antd would add in the browser (`theme.zeroRuntime`). The light theme in full; the dark theme differs in
 * variables only. Served as the module `virtual:antd.css`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { extractStyle } from '@ant-design/static-style-extract'
import * as antd from 'antd'
import { createElement, type ReactNode } from 'react'
import type { Plugin } from 'vite'
import { themeScope } from '../src/platform/shell/theme-scope.ts'
import { themeOf } from '../src/ui/theme.ts'

const antdFolder = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')), 'es')

/** Names our own sources import from antd. */
export function importedComponents(folder: string): string[] {
  const names = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const source = readFileSync(join(folder, file), 'utf8')
    for (const [, list = ''] of source.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*'antd'/g))
      for (const part of list.split(',')) {
        const name = part.trim().split(/\s+as\s+/)[0] ?? ''
        if (name && !name.startsWith('type ')) names.add(name)
      }
  }
  return [...names].sort()
}

const kebab = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
const componentOf = new Map(Object.keys(antd).map((name) => [name === 'QRCode' ? 'qr-code' : kebab(name), name]))

const fileOf = (path: string) =>
  [`${path}.js`, join(path, 'index.js'), path].find((file) => existsSync(file) && file.endsWith('.js'))

/** Folders whose style modules are reachable through a file's imports. */
function stylesReached(file: string, styles: Set<string>, seen: Set<string>) {
  if (seen.has(file)) return
  seen.add(file)
  const [folder = '', inside = ''] = relative(antdFolder, file).split(sep)
  if (inside.startsWith('style')) return void styles.add(folder)
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/from\s+["'](\.[^"']+)["']/g)) {
    const next = fileOf(join(dirname(file), target))
    if (next) stylesReached(next, styles, seen)
  }
}

/** The components whose styles are needed: those imported and those they consist of. */
export function componentsWithStyle(imported: readonly string[]): string[] {
  const styles = new Set<string>()
  const seen = new Set<string>()
  for (const name of imported) {
    const file = fileOf(join(antdFolder, kebab(name)))
    if (file) stylesReached(file, styles, seen)
  }
  // Row and Col share one folder under another name.
  const made = [...styles].flatMap((folder) => (folder === 'grid' ? ['Row', 'Col'] : (componentOf.get(folder) ?? [])))
  return [...new Set(made)].sort()
}

const styleOf = (includes: string[], dark: boolean) =>
  extractStyle({
    includes,
    customTheme: (node: ReactNode) =>
      createElement(antd.ConfigProvider, { theme: { ...themeOf(dark), zeroRuntime: false } }, node),
  })

/** Rules of a sheet without at-rules inside selectors; enough for antd's variable blocks. */
const rulesFor = (sheet: string, scope: string) =>
  sheet.match(new RegExp(`\\.${scope}(?![\\w-])[^{}]*\\{[^{}]*\\}`, 'g')) ?? []

export function antdStyles(imported: readonly string[]): string {
  const includes = componentsWithStyle(imported)
  const light = styleOf(includes, false)
  const dark = rulesFor(styleOf(includes, true), themeScope(true))
  return `${light}\n${dark.join('\n')}`
}

const name = 'virtual:antd.css'
const resolved = `\0${name}`

export function antdCss(sources: string): Plugin {
  return {
    name: 'antd-css',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) => (id === resolved ? antdStyles(importedComponents(sources)) : undefined),
  }
}
