import { Spinner } from '../../ui/first/Spinner.tsx'
import { t } from '../client/i18n.ts'

/** Something is on its way. A name needs a role. */
export const Waiting = ({ className, size }: { className?: string; size?: 'large' }) => (
  <div role="progressbar" aria-label={t('Loading…')} className={className}>
    <Spinner {...(size ? { size } : {})} />
  </div>
)
