/** What begins once a page has opened, beside the first pages' code. */
import { whenIdle } from './platform/client/loading/idle.ts'
import { startLive } from './platform/live/live.ts'
import { followChanges } from './platform/shell/follow-changes.ts'

const fieldCode = [
  () => import('./ui/late/OptionList.tsx'),
  () => import('./ui/late/Calendar.tsx'),
  () => import('./platform/form/EditConflictChoices.tsx'),
]

/**
 * Loads what the fields of a form open, and the choice between two people's changes, as soon as something is typed into one: an
 * update takes its files away, and the form could not be finished in this tab.
 */
function keepFieldsOpening(): () => void {
  const load = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('form'))) return
    stop()
    // Without signal the next letter tries again.
    whenIdle(() => Promise.all(fieldCode.map((each) => each())).catch(() => addEventListener('input', load)))
  }
  const stop = () => removeEventListener('input', load)
  addEventListener('input', load)
  return stop
}

/** Shows what others change, keeps forms whole over an update, and the focus over a change of page. Answers the function that ends all. */
export function startDeferredWork(): () => void {
  const ends = [startLive(), keepFieldsOpening(), followChanges()]
  return () => {
    for (const end of ends) end()
  }
}
