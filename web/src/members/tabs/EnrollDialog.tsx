import { Link } from '@tanstack/react-router'
import { t } from '../../platform/client/i18n.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { UserIcon, UsersIcon } from '../../ui/first/icons.ts'

/** Asks which kind of member is enrolled; each leads to its form. */
export function EnrollDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Enroll New Member')}>
      <div className="enroll-kinds">
        <Link to="/membership/create/adult">
          <UserIcon aria-hidden />
          <strong>{t('Adult')}</strong>
          <span className="muted">{t('Has an I/C number and a wallet of their own')}</span>
        </Link>
        <Link to="/membership/create/kids">
          <UsersIcon aria-hidden />
          <strong>{t('Kids')}</strong>
          <span className="muted">{t('A child whose parent pays; both can be registered in one step')}</span>
        </Link>
      </div>
      <p className="enroll-parent">
        {t('A parent without a child yet?')} <Link to="/parents/create">{t('Create the parent alone')}</Link>
      </p>
    </Dialog>
  )
}
