import { t } from '../platform/client/i18n.ts'
import { Tag } from '../ui/first/Tag.tsx'

/** Dependent on the parents' wallet, or Independent. */
export const IndependenceTag = ({ isIndependent }: { isIndependent: boolean }) => (
  <Tag color={isIndependent ? 'processing' : 'default'}>{t(isIndependent ? 'Independent' : 'Dependent')}</Tag>
)
