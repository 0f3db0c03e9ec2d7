/**
 * What a person may not do is hidden or says why:
 *
 *   <Allowed may="belt.create"><AddButton /></Allowed>             hides it
 *   <ReasonButton reason={row.is_protected && 'Protected'} ...>    shows it disabled and says why on hover and focus
 *   <ReasonButton may={routes.remove.may} ...>                     disabled without the permission, naming it
 */

import type { May } from '@academy/contract/platform/endpoint.ts'
import { permissionWords as wordsOf } from '@academy/contract/platform/permission.ts'
import { type ReactNode, useContext, useId } from 'react'
import { Button, type ButtonProps } from '../../ui/first/Button.tsx'
import { t } from '../client/i18n.ts'
import { useSession } from '../client/session/session.ts'
import { RowMenu } from './row-menu.ts'

export function Allowed({ may, children }: { may: May; children: ReactNode }) {
  const { can } = useSession()
  return can(may) ? children : null
}

/** 'Belt Color: Add or Credit Package: Edit', as the user group form names them. */
export function permissionText(may: May): string {
  if (may === 'public' || may === 'session') return t('a session')
  const permissions = typeof may === 'string' ? [may] : may
  return permissions.map(wordsOf).join(` ${t('or')} `)
}

export interface ReasonButtonProps extends ButtonProps {
  /** A text disables the button and is shown on hover and focus. */
  reason?: string | false | null | undefined
  may?: May
}

/**
 * A disabled button that says why. It stays in the tab order (aria-disabled), so that the keyboard reaches its reason.
 */
export function ReasonButton({ reason, may, ...props }: ReasonButtonProps) {
  const { can } = useSession()
  const why =
    reason || (may && !can(may) ? t('Needs the permission {permission}', { permission: permissionText(may) }) : '')
  const isInMenu = useContext(RowMenu)
  const id = useId()
  if (!why) return <Button {...props} />
  const refused: ButtonProps = {
    ...props,
    htmlType: 'button',
    loading: false,
    danger: false,
    className: `reason-disabled ${props.className ?? ''}`,
    'aria-disabled': true,
    onClick: undefined,
  }
  if (!isInMenu) return <Button {...refused} data-tip={t(why)} />
  // In a menu there is room for the reason.
  return (
    <div className="row-menu-refused">
      <Button {...refused} aria-describedby={id} />
      <small id={id} role="tooltip">
        {t(why)}
      </small>
    </div>
  )
}
