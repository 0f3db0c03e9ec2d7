/** How high the rows of lists are, before anything that draws is there. */

export const rowHeightKey = 'row-height'

export const isCompact = (): boolean => localStorage.getItem(rowHeightKey) === 'compact'

export function applyRowHeight() {
  document.documentElement.dataset.rows = isCompact() ? 'compact' : 'comfortable'
}
