/** Light or dark, before anything that draws is there. */

export const themeKey = 'theme'

/** What was chosen on this device; until then, what the device prefers. */
export function prefersDark(): boolean {
  const chosen = localStorage.getItem(themeKey)
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

export function applyTheme(dark: boolean) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
