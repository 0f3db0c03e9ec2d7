import { goingWords, type Removal, stayingWords } from '@academy/contract/members/removal.ts'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { Alert } from '../../ui/first/Alert.tsx'

/** So many numbers are listed; the rest is counted. */
const maxListed = 6

function listOf(numbers: readonly string[]): string {
  const named = numbers.slice(0, maxListed).join(', ')
  const more = numbers.length - maxListed
  return more > 0 ? t('{named} and {n} more', { named, n: more }) : named
}

interface RemovalEffectProps {
  names: readonly string[]
  removal: Omit<Removal, 'reasons' | 'hasHistory'>
  /** Why it is refused now, in sentences. */
  hindrances: readonly string[]
}

/** What is deleted, what is kept and why, and what hinders it: as the server counts it. */
export function RemovalEffect({ names, removal, hindrances }: RemovalEffectProps) {
  const { goes, stays, openOrders } = removal
  return (
    <div className="removal">
      {hindrances.length > 0 && (
        <Alert
          type="error"
          title={t('Cannot be deleted now')}
          description={
            <ul className="effect-list">
              {hindrances.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          }
        />
      )}
      {openOrders > 0 && (
        <Alert
          type="warning"
          title={t('Orders not yet paid or verified: {n}. Settle them first.', { n: openOrders })}
        />
      )}
      <p>
        {t(
          names.length === 1
            ? '{name} leaves every list and every class and can no longer sign in.'
            : '{name} leave every list and every class and can no longer sign in.',
          { name: names.join(', ') },
        )}
      </p>
      <h3>{t('Goes')}</h3>
      <ul className="effect-list">
        {goes.map(({ kind, count }) => (
          <li key={kind}>
            {t(goingWords[kind])}: {showCredit(count)}
          </li>
        ))}
      </ul>
      <h3>{t('Stays')}</h3>
      <ul className="effect-list">
        {[...Map.groupBy(stays, ({ kind }) => stayingWords[kind].why)].map(([why, parts]) => (
          <li key={why}>
            {t(why)}: {parts.map(({ kind, count }) => `${t(stayingWords[kind].words)} ${showCredit(count)}`).join(', ')}
            {lawOf(parts, removal)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Which papers they are, and until when the law has them kept. */
function lawOf(parts: Removal['stays'], { receipts, papers }: Pick<Removal, 'receipts' | 'papers'>): string {
  const kinds = parts.map(({ kind }) => kind)
  const numbers = [...(kinds.includes('receipts') ? receipts : []), ...(kinds.includes('papers') ? papers : [])]
  const until = parts
    .flatMap((part) => part.until ?? [])
    .toSorted()
    .at(-1)
  const named = numbers.length > 0 ? ` (${listOf(numbers)})` : ''
  return named + (until ? t('; by law until {day} at least', { day: showDay(until) }) : '')
}
