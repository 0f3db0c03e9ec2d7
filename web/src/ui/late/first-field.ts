/** What cannot be filled in, or is out of sight. */
const passed = ':disabled, [type="file"], [readonly]:not([role="combobox"]), [hidden] *'

/** The first field of a form, of a group the chosen one. */
function firstField(within: Element): HTMLElement | null {
  const field = within.querySelector<HTMLElement>(`form :is(input, textarea):not(${passed})`)
  return field?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>(':checked') ?? field
}

/** The first field of a dialog's form gets the cursor, once it is there and unless something else has it by then. */
export function focusFirstField(dialog: HTMLElement): () => void {
  const observer = new MutationObserver(look)
  function look() {
    const isWaiting = document.activeElement === dialog
    const field = isWaiting && firstField(dialog)
    if (isWaiting && !field) return
    observer.disconnect()
    if (field) field.focus()
  }
  observer.observe(dialog, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
