import { useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { BookmarkIcon } from '../../ui/first/icons.ts'
import { Spinner } from '../../ui/first/Spinner.tsx'
import { t } from '../client/i18n.ts'
import { lazyComponent } from '../client/lazy.ts'
import { hide, useHidden } from './ListTools.tsx'
import { placeAbove } from './place-above.ts'

const Views = lazyComponent(() => import('./Views.tsx'), <Spinner />)

/** Opens the views of a list, at its foot. */
export function ViewsButton({ list }: { list: string }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const hidden = useHidden(list)
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const place = () => placeAbove(box.current, button.current)
  // It grows once its content is there.
  useEffect(() => {
    if (!open || !box.current) return
    const watch = new ResizeObserver(() => placeAbove(box.current, button.current))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [open])
  return (
    <>
      <Button ref={button} type="text" size="small" icon={<BookmarkIcon />} popoverTarget={id} data-tip={t('Views')}>
        <span className="views-word">{t('Views')}</span>
      </Button>
      <section
        ref={box}
        id={id}
        popover="auto"
        className="row-menu views-menu"
        aria-label={t('Views')}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          place()
        }}
      >
        {open && (
          <Views
            list={`${path} ${list}`}
            hidden={hidden}
            onHide={(keys) => hide(list, keys)}
            onClose={() => box.current?.hidePopover()}
          />
        )}
      </section>
    </>
  )
}
