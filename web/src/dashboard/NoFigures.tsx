import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'

/** The dashboard of who may not see its figures. */
export default function NoFigures() {
  const { can } = useSession()
  return (
    <>
      <p className="muted">
        {t('The menu shows what you can do. The figures here need the permission Dashboard: View.')}
      </p>
      {can('attendance.view') && (
        <ButtonLink to="/markAttendance/listing" look="primary">
          {t('Mark Attendance')}
        </ButtonLink>
      )}
    </>
  )
}
