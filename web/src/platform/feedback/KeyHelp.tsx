import { t } from '../client/i18n.ts'
import { Dialog } from './Dialog.tsx'

const keys = [
  ['Ctrl K', 'Find a member or a page'],
  ['/', 'Search this list'],
  ['↑ ↓', 'The same button of the row above or below'],
  ['Space', 'Choose a row, or press a button'],
  ['Shift Space', 'Choose all rows since the last one'],
  ['Enter', 'Open, press or submit'],
  ['Shift Enter', 'Sort by one more column'],
  ['Esc', 'Close what lies over the page'],
  ['?', 'This list'],
] as const

/** The keys of the portal. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t('Keys')} onClose={onClose}>
      <dl className="key-help">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
