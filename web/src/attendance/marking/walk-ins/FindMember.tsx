import { t } from '../../../platform/client/i18n.ts'
import { Input } from '../../../ui/form/Input.tsx'

/** Filters a roll by name. */
export const FindMember = ({ typed, onType }: { typed: string; onType: (typed: string) => void }) => (
  <Input
    type="search"
    allowClear
    aria-label={t('Find a member')}
    placeholder={t('Find a member')}
    value={typed}
    onChange={(event) => onType(event.target.value)}
  />
)
