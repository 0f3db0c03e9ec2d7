/** Whether somebody is at what is shown, so that it must not move. */
import { hasUnsavedWork } from '../form/unsaved.ts'
import { isCovered } from '../shell/layers.ts'

/** A page scrolled by less still begins at its top. */
const topMost = 40

const underPointer = 'main :is(table, ol, ul, .list-table, button):hover'
const inHand = [
  // A row walked to by keyboard, rows chosen, an open menu.
  'main tbody :focus-visible',
  'main tr.chosen',
  'main [popover]:popover-open',
  '[aria-haspopup="menu"][aria-expanded="true"]',
].join()

const has = (selector: string) => document.querySelector(selector) !== null

/** On a phone the last tap would count as a pointer that rests there. */
const hasPointer = matchMedia('(hover: hover)')

export const isBusy = (): boolean =>
  isCovered() || hasUnsavedWork() || scrollY > topMost || has(inHand) || (hasPointer.matches && has(underPointer))
