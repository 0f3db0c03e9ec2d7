import { Tag } from '../../ui/first/Tag.tsx'
import { t } from '../client/i18n.ts'

/** Active in green or Disabled in red. */
export const StatusTag = ({ isDisable }: { isDisable: boolean }) => (
  <Tag color={isDisable ? 'error' : 'success'}>{t(isDisable ? 'Disabled' : 'Active')}</Tag>
)
