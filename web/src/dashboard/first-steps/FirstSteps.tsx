import { type FirstStep, firstSteps } from '@academy/contract/dashboard/first-steps.ts'
import { screens } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import { Card } from '../Card.tsx'
import { stepWords } from './first-steps.ts'

/** What a new academy is set up with, and what of it is there. */
export default function FirstSteps({ begun }: { begun: readonly FirstStep[] }) {
  const { can } = useSession()
  const own = firstSteps.filter((path) => can(screens[path].may))
  if (own.length === 0) return null
  return (
    <Card id="first-steps" title="Where to Begin">
      <ol className="first-steps">
        {own.map((path) => (
          <li key={path}>
            <Link to={path}>{t(screens[path].title)}</Link>: {t(stepWords[path])}{' '}
            {begun.includes(path) && <Tag color="success">{t('Done')}</Tag>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
