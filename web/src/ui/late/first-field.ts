/** The first field that can be filled in and is in sight; of a choice, what is chosen. */
const first =
  'form :is(input, textarea):enabled:not([readonly]:not([role="combobox"]), [type="radio"]:not(:checked), [type="file"], [hidden] *)'

/** The first field of a dialog's form gets the cursor, once it is there and unless something else has it by then. */
export function focusFirstField(dialog: HTMLElement): () => void {
  const observer = new MutationObserver(look)
  function look() {
    if (document.activeElement === dialog) dialog.querySelector<HTMLElement>(first)?.focus()
    if (document.activeElement !== dialog) observer.disconnect()
  }
  observer.observe(dialog, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
