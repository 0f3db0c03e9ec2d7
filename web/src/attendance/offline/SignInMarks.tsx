// It may come before the portal's code.
import '../../platform/client/zod-config.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAllMarks } from './phone-marks.ts'
import { markerOf } from './storage-keys.ts'
import { countsOf } from './unsent.ts'

/** On the sign-in page: whose marks are unsent on this device. */
export default function SignInMarks() {
  const all = useAllMarks()
  return [...Map.groupBy(all, ({ user }) => user)].map(([user, marks]) => {
    const { saved, refused, unsubmitted } = countsOf(marks)
    const name = markerOf(user) ?? t('the user who marked them')
    const open = refused + unsubmitted
    return (
      <div key={user} className="page-line" role="status">
        {saved > 0 && (
          <span>
            {t('Classes marked on this device that wait to be sent: {n}. Sign in as {name} to send them.', {
              n: saved,
              name,
            })}
          </span>
        )}
        {open > 0 && (
          <span>
            {t(
              'Classes marked on this device and not submitted or not accepted: {n}. Sign in as {name} to see to them.',
              {
                n: open,
                name,
              },
            )}
          </span>
        )}
      </div>
    )
  })
}
