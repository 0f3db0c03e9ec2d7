/**
 * Takes antd's style functions out of the browser's code: with the sheet extracted at build time nothing would call
 * them, yet they are a quarter of antd's weight. Each style hook becomes one that only answers the class names.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const makers = ['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']
const styleModule = /[\\/]antd[\\/]es[\\/].*[\\/]style([\\/].*)?\.js$/
const iconReset = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]useResetIconStyle\.js$/
const maker = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/
const standIn = fileURLToPath(new URL('./zero-style-hooks.js', import.meta.url))

interface Call {
  maker: string
  start: number
  end: number
}

/** Calls of the style makers in a syntax tree, outermost first. */
function callsIn(node: unknown, found: Call[] = []): Call[] {
  if (Array.isArray(node)) for (const child of node) callsIn(child, found)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'CallExpression' && 'callee' in node && 'start' in node && 'end' in node) {
      const { callee, start, end } = node
      const name = typeof callee === 'object' && callee !== null && 'name' in callee ? callee.name : ''
      if (typeof name === 'string' && makers.includes(name)) {
        found.push({ maker: name, start: Number(start), end: Number(end) })
        return found
      }
    }
    for (const child of Object.values(node)) callsIn(child, found)
  }
  return found
}

export function zeroStyles(): Plugin {
  let changed = 0
  return {
    name: 'zero-styles',
    apply: 'build',
    transform(code, id) {
      if (maker.test(id)) {
        const without = code.replace(/export const \{[^}]*\} = genStyleUtils\(\{[\s\S]*?\n\}\);/, '')
        if (without === code) this.error('zero-styles: antd makes its style hooks in another way now')
        return `${without}\nexport { ${makers.join(', ')} } from ${JSON.stringify(standIn)}\n`
      }
      if (iconReset.test(id)) return 'export default () => {}'
      if (!styleModule.test(id) || !makers.some((maker) => code.includes(maker))) return
      let changedCode = code
      for (const { maker, start, end } of callsIn(this.parse(code)).toReversed())
        changedCode = `${changedCode.slice(0, start)}/*#__PURE__*/zero_${maker}()${changedCode.slice(end)}`
      if (changedCode === code) return
      changed++
      const imports = makers.map((maker) => `${maker} as zero_${maker}`).join(', ')
      return `import { ${imports} } from ${JSON.stringify(standIn)}\n${changedCode}`
    },
    buildEnd(error) {
      if (!error && changed === 0) this.error('zero-styles: antd keeps its style hooks elsewhere now')
    },
  }
}
