import { t } from '../../platform/client/i18n.ts'
import './schedule.css'

/** One sentence per line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="plain-lines">
      {lines.map((line) => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  )
}
