import type { MemberRow } from '@academy/contract/members/rows.ts'
import { filledBars, runwayText, runwayTone } from '../member-text.ts'
import './runway.css'

const bars = [1, 2, 3, 4, 5]

/** About how many classes the wallet lasts, in five bars and in words; nothing where no class says it. */
export function Runway({ runway, wallet }: Pick<MemberRow, 'runway' | 'wallet'>) {
  if (runway === null) return null
  const filled = filledBars(runway)
  return (
    <span className={`runway runway-${runwayTone(runway)}`}>
      <span className="runway-bars" aria-hidden="true">
        {bars.map((bar) => (
          <i key={bar} className={bar <= filled ? 'filled' : undefined} />
        ))}
      </span>
      {runwayText(runway, wallet)}
    </span>
  )
}
