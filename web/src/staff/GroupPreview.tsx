import { allows, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { useContext } from 'react'
import { t } from '../platform/client/i18n.ts'
import { mayWith } from '../platform/client/session/rights.ts'
import { MenuContext } from '../platform/shell/menu/menu-context.ts'
import { isGroup, visibleMenu } from '../platform/shell/menu/menu-entry.ts'

/** The menu that a user of this group gets. */
export function GroupPreview({ permissions }: { permissions: PermissionMap }) {
  const menu = visibleMenu(
    useContext(MenuContext),
    () => true,
    (may) => mayWith(permissions, may),
  )
  return (
    <aside className="panel group-preview" aria-label={t('Preview')}>
      <h2>{t('What they will see')}</h2>
      <p className="muted">{t('The menu of a person with this group:')}</p>
      <ul>
        {menu.map((entry) => {
          const Icon = entry.icon
          return (
            <li key={entry.label}>
              {Icon && <Icon />} {t(entry.label)}
              {isGroup(entry) && (
                <ul>
                  {entry.items.map((item) => (
                    <li key={item.path}>{t(item.label)}</li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      {!allows(permissions, 'dashboard.view') && <p className="muted">{t('The dashboard will be empty.')}</p>}
    </aside>
  )
}
