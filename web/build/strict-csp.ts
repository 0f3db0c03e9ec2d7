/** Replaces antd's style insertion, which the content security policy refuses, with permitted methods. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const standIn = readFileSync(fileURLToPath(new URL('./dynamic-css.js', import.meta.url)), 'utf8')
const replaced = [/[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/]
const iconStyles = /[\\/]@ant-design[\\/]icons[\\/]es[\\/]cssUtils\.js$/
const measuredTextArea = /[\\/]@rc-component[\\/](input|textarea)[\\/]es[\\/]calculateNodeHeight\.js$/

export function strictCsp(): Plugin {
  const seen = new Set<string>()
  return {
    name: 'strict-csp',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (replaced.some((pattern) => pattern.test(id))) {
        seen.add('dynamicCSS')
        return standIn
      }
    },
    transform(code, id) {
      if (iconStyles.test(id)) {
        // The icons' rules are part of the extracted sheet.
        seen.add('icons')
        return `${code.replace('export function updateCSS(', 'function writeCSS(')}\nexport function updateCSS() {}\n`
      }
      if (measuredTextArea.test(id)) {
        seen.add('textarea')
        return code.replaceAll("hiddenTextarea.setAttribute('style', ", '(hiddenTextarea.style.cssText = ')
      }
    },
    buildEnd(error) {
      if (error) return
      // An upgrade that moves these files must fail the build.
      for (const part of ['dynamicCSS', 'icons'])
        if (!seen.has(part)) this.error(`strict-csp: ${part} was not found in the build`)
    },
  }
}
