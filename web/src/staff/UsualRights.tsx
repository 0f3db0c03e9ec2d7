import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { usualGroups } from '@academy/contract/staff/usual-groups.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'

/** Ticks what such a person usually needs, for a new group to begin with. */
export const UsualRights = ({ onChoose }: { onChoose: (role: string, permissions: PermissionMap) => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line
  <div className="usual-rights" role="group" aria-labelledby="usual-rights">
    <span id="usual-rights">{t('Begin with the usual rights of')}</span>
    {Object.entries(usualGroups).map(([role, permissions]) => (
      <Button key={role} size="small" onClick={() => onChoose(role, permissions)}>
        {t(role)}
      </Button>
    ))}
  </div>
)
