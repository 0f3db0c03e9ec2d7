import { useRouterState } from '@tanstack/react-router'
import { BookmarkIcon } from '../../../ui/first/icons.ts'
import { Spinner } from '../../../ui/first/Spinner.tsx'
import { t } from '../../client/i18n.ts'
import { lazyComponent } from '../../client/loading/lazy.ts'
import { FootMenu } from '../FootMenu.tsx'
import { hide, useHidden } from '../ListTools.tsx'

const Views = lazyComponent(() => import('./Views.tsx'), <Spinner />)

/** Opens the views of a list, at its foot. */
export function ViewsButton({ list }: { list: string }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const hidden = useHidden(list)
  return (
    <FootMenu
      icon={<BookmarkIcon />}
      className="views-menu"
      label={t('Views')}
      content={(close) => (
        <Views list={`${path} ${list}`} hidden={hidden} onHide={(keys) => hide(list, keys)} onClose={close} />
      )}
    >
      {t('Views')}
    </FootMenu>
  )
}
