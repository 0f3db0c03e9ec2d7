/** The server's page names the sheet of the academy's colour; a change while the page is open is taken over here. */
const sheet = 'link[href^="/brand.css"]'

/** Shows the sheet at this address, the last of all; with none the product's own colour. */
export function showBrandSheet(address: string | null): void {
  const before = document.querySelector<HTMLLinkElement>(sheet)
  if (before?.getAttribute('href') === (address ?? undefined)) return
  if (!address) {
    before?.remove()
    return
  }
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  // Until it has arrived, and without signal, the one before stays.
  link.addEventListener('load', () => before?.remove())
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}
