import { screens } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Card } from './Card.tsx'
import { steps } from './first-steps.ts'

type Step = keyof typeof steps

/** What a new academy is set up with. */
export default function FirstSteps() {
  const { can } = useSession()
  const own = (Object.keys(steps) as Step[]).filter((path) => can(screens[path].may))
  if (own.length === 0) return null
  return (
    <Card id="first-steps" title="Where to Begin">
      <ol className="first-steps">
        {own.map((path) => (
          <li key={path}>
            <Link to={path}>{t(screens[path].title)}</Link>: {t(steps[path])}
          </li>
        ))}
      </ol>
    </Card>
  )
}
