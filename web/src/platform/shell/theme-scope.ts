/** Light or dark, before anything that draws is there. Read by the build too, which has no page. */

export const themeKey = 'theme'

/** The class that carries a theme's variables, on the page and on each of antd's components. */
export const themeScope = (dark: boolean) => (dark ? 'academy-dark' : 'academy')

/** What was chosen on this device; until then, what the device prefers. */
export function prefersDark(): boolean {
  const chosen = localStorage.getItem(themeKey)
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

export function applyTheme(dark: boolean) {
  document.documentElement.className = themeScope(dark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
