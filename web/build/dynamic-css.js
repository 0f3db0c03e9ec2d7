// Stand-in for @rc-component/util/es/Dom/dynamicCSS: the same functions over constructable style sheets, which the
// content security policy allows where it refuses style tags.
const sheets = new Map()

function keep(sheet) {
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Callers only set attributes on the style element. */
const handle = (sheet) => ({ sheet, setAttribute() {}, getAttribute: () => null, parentNode: null })

export function injectCSS(css) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  keep(sheet)
  return handle(sheet)
}

export function updateCSS(css, key) {
  let known = sheets.get(key)
  if (!known) {
    known = { css: undefined, handle: handle(new CSSStyleSheet()) }
    sheets.set(key, known)
  }
  if (known.css !== css) known.handle.sheet.replaceSync(css)
  known.css = css
  keep(known.handle.sheet)
  return known.handle
}

export function removeCSS(key) {
  const known = sheets.get(key)
  if (known) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== known.handle.sheet)
}

export function clearContainerCache() {}
