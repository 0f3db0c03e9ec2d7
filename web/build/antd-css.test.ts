import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as antd from 'antd'
import { expect, test } from 'vitest'
import { themeScope } from '../src/platform/shell/theme-scope.ts'
import { antdStyles, componentsWithStyle, importedComponents } from './antd-css.ts'

const sources = join(import.meta.dirname, '../src')
const imported = importedComponents(sources)

test('every name our sources import from antd is known to the build', () => {
  expect(imported).toEqual(expect.arrayContaining(['Button', 'Form', 'Table', 'Select', 'DatePicker']))
  for (const name of imported.filter((one) => /^[A-Z]/.test(one))) expect(antd).toHaveProperty(name)
})

test('no source reaches antd in a way the build cannot read', () => {
  // Type imports and the sign-in page's two plain inputs, which are part of Input, aside.
  const allowed = ['antd/locale/en_US', 'antd/es/input/Input', 'antd/es/input/Password']
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )) {
    const source = readFileSync(join(sources, file), 'utf8')
    for (const [, target] of source.matchAll(/^import (?!type).*from '(antd\/[^']+)'/gm))
      expect(allowed).toContain(target)
    expect(source).not.toMatch(/import \* as \w+ from 'antd'/)
    expect(source).not.toMatch(/import\('antd'\)/)
  }
})

test('a component brings those it is made of', () => {
  expect(componentsWithStyle(['Table'])).toEqual(
    expect.arrayContaining(['Checkbox', 'Dropdown', 'Empty', 'Pagination', 'Spin']),
  )
  expect(componentsWithStyle(['Button'])).not.toContain('Table')
})

test('the sheet holds the rules of every imported component, and the variables of both themes', () => {
  const sheet = antdStyles(imported)
  for (const rule of [
    '.ant-btn',
    '.ant-table',
    '.ant-select',
    '.ant-picker',
    '.ant-modal',
    '.ant-message',
    '.ant-form-item',
    '.ant-row',
    '.ant-col-lg-8',
    '.anticon',
  ])
    expect(sheet).toContain(rule)
  expect(sheet).toMatch(new RegExp(`\\.${themeScope(false)}\\{[^}]*--ant-color-primary:#3a4fa3`))
  expect(sheet).toMatch(new RegExp(`\\.${themeScope(true)}\\{[^}]*--ant-color-link:`))
  expect(sheet.match(/\.academy-dark\.ant-btn\{/g)).toHaveLength(1)
})
