/**
 * Removes antd's style functions from the browser code: with the sheet extracted at build time nothing calls them, yet
 * they are a quarter of antd's size. Each style hook is replaced by one that only returns class names, and the theme's
 * values are computed here instead of in the browser.
 */
import { fileURLToPath } from 'node:url'
import { theme } from 'antd'
import type { Plugin } from 'vite'
import { themeScope } from '../src/platform/shell/theme-scope.ts'
import { themeOf } from '../src/ui/theme.ts'

const makers = ['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']
const styleModule = /[\\/]antd[\\/]es[\\/].*[\\/]style([\\/].*)?\.js$/
const iconReset = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]useResetIconStyle\.js$/
const maker = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/
const tokenHook = /[\\/]antd[\\/]es[\\/]theme[\\/]useToken\.js$/
const themes = /[\\/]antd[\\/]es[\\/]theme[\\/]index\.js$/
const algorithm = /[\\/]antd[\\/]es[\\/]theme[\\/]themes[\\/]default[\\/]index\.js$/
const standIn = fileURLToPath(new URL('./zero-style-hooks.js', import.meta.url))

interface Call {
  maker: string
  start: number
  end: number
}

/** Calls of the style factories in a syntax tree, outermost first. */
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

/** A palette's shades are for style functions only. */
const shade = /^(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)-?\d*$/i

/** The values components read while rendering, for both themes, by the theme's class. */
const themeValues = () =>
  Object.fromEntries(
    [false, true].map((dark) => [
      themeScope(dark),
      Object.fromEntries(Object.entries(theme.getDesignToken(themeOf(dark))).filter(([name]) => !shade.test(name))),
    ]),
  )

/** Motion is the user's choice; everything else is fixed at build time. */
const readyToken = () => `
const values = ${JSON.stringify(themeValues())}
const answers = new WeakMap()
export default function useToken() {
  const context = React.useContext(DesignTokenContext)
  let answer = answers.get(context)
  if (!answer) {
    const { token, theme, cssVar } = context
    const ready = { ...values[cssVar?.key ?? ${JSON.stringify(themeScope(false))}], motion: token.motion }
    answer = [theme, ready, '', ready, cssVar, true]
    answers.set(context, answer)
  }
  return answer
}
`

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
      if (tokenHook.test(id)) {
        const without = code.replace('export default function useToken(', 'function useComputedToken(')
        if (without === code) this.error('zero-styles: antd reads its theme in another way now')
        return without + readyToken()
      }
      // The algorithms are names only: nothing is computed any more.
      if (themes.test(id)) return 'export default { defaultAlgorithm: () => ({}), darkAlgorithm: () => ({}) }'
      if (algorithm.test(id)) return 'export default () => ({})'
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
