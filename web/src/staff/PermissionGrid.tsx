import {
  actionLabels,
  type Module,
  type PermissionMap,
  permissionTable,
} from '@academy/contract/platform/permission.ts'
import { permissionSections } from '@academy/contract/staff/user-groups.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import { type Holds, holdsIn, stateOf, withAction, withAll } from './permission-choice.ts'

interface GridProps {
  value?: PermissionMap
  onChange?: (map: PermissionMap) => void
  disabled: boolean
}

/** The permissions of a group by section. Nobody can give a permission they lack. */
export function PermissionGrid({ value = {}, onChange = () => undefined, disabled }: GridProps) {
  const { user } = useSession()
  const holds = holdsIn(user?.userGroup.permissions)
  return permissionSections.map(({ title, modules }) => {
    const names = modules.map(([module]) => module)
    const state = stateOf(value, names, holds)
    return (
      <fieldset key={title} className="permission-section">
        <legend>{t(title)}</legend>
        <Checkbox
          className="permission-all"
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={disabled}
          onChange={(event) => onChange(withAll(value, names, event.target.checked, holds))}
        >
          {t('Select All')}
          <span className="sr-only"> {t(title)}</span>
        </Checkbox>
        {modules.map(([module, label]) => (
          <ModuleRow
            key={module}
            {...{ module, label, value, disabled, holds }}
            onChange={(action, given) => onChange(withAction(value, module, action, given))}
          />
        ))}
      </fieldset>
    )
  })
}

interface RowProps {
  module: Module
  label: string
  value: PermissionMap
  disabled: boolean
  holds: Holds
  onChange: (action: string, given: boolean) => void
}

const ModuleRow = ({ module, label, value, disabled, holds, onChange }: RowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line
  <div className="permission-row" role="group" aria-label={t(label)}>
    <span className="permission-module" aria-hidden="true">
      {t(label)}
    </span>
    <div className="permission-actions">
      {permissionTable[module].map((action) => {
        const isGiven = value[module]?.includes(action) ?? false
        const reason = !disabled && !isGiven && !holds(module, action)
        const box = (
          <Checkbox
            key={action}
            checked={isGiven}
            disabled={disabled || reason}
            onChange={(event) => onChange(action, event.target.checked)}
          >
            {t(actionLabels[action])}
          </Checkbox>
        )
        return reason ? (
          <span key={action} data-tip={t('You do not hold this right, so you cannot give it')}>
            {box}
          </span>
        ) : (
          box
        )
      })}
    </div>
  </div>
)
