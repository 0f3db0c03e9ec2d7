import { Spin } from '../../ui/first/Spin.tsx'
import { t } from '../client/i18n.ts'

/** Something is on its way. A name needs a role, which antd's spinner has none of. */
export const Waiting = ({ className, size }: { className?: string; size?: 'large' }) => (
  <div role="progressbar" aria-label={t('Loading…')} className={className}>
    <Spin size={size} />
  </div>
)
