import { Tag } from './Tag.tsx'
import { t } from './words.ts'

/** Active in green or Disabled in red. */
export const StatusTag = ({ isDisable }: { isDisable: boolean }) => (
  <Tag color={isDisable ? 'error' : 'success'}>{t(isDisable ? 'Disabled' : 'Active')}</Tag>
)
