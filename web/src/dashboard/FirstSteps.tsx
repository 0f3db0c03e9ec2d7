import { type ScreenPath, screens } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Card } from './Card.tsx'

/** In the order in which each needs what comes before it. */
const steps = {
  '/brand': 'the academy’s name, logo and colour, and what a credit costs',
  '/user/listing': 'who works here, each with a group that says what they may do',
  '/centre/listing': 'where classes are held',
  '/sport/listing': 'what is taught; courses and belts are of a sport',
  '/belt/listing': 'one for every member',
  '/member-type/listing': 'kinds of members, one for each of them',
  '/designation/listing': 'the ranks of coaches, such as head coach',
  '/coach/listing': 'who teaches, and looks after members',
  '/holiday/listing': 'days without classes, before a year is planned',
  '/course-type/listing': 'what kinds of classes there are',
  '/course/listing': 'a class, and then the schedule of its year',
  '/credit-package/listing': 'what members buy',
  '/membership/listing': 'who trains here: enroll them, or import them from a table with their balances',
} as const satisfies Partial<Record<ScreenPath, string>>
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
