import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/first/Button.tsx'
import { t } from '../i18n.ts'

/** A component whose code is loaded with it; `load` has it there before. */
export type Late<Props> = ComponentType<Props> & { load: () => Promise<void> }

/**
 * In the place of a part whose code cannot be loaded, since the portal was updated meanwhile or the line was gone: browsers try a
 * file once in the life of a page. The rest of the page stays, with what was typed.
 */
const Unloadable = () => (
  // A list closes when its field loses the focus, and the button would go with it before it is pressed.
  <span role="alert" onMouseDown={(event) => event.preventDefault()}>
    {t('This part of the page could not be loaded.')} <Button onClick={() => location.reload()}>{t('Reload')}</Button>
  </span>
)

/**
 * Shows `waiting` until its code is there, and the code as soon as it is. React's own `lazy` would hold it back: what
 * suspended is drawn 300 ms after its fallback at the earliest, even if the code came at once.
 */
export function late<Props extends object>(
  loadCode: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): Late<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded = (await loadCode()).default
  }
  function LateComponent(props: Props) {
    const [Code, setCode] = useState(() => loaded)
    const [isFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Code) return
      let isHere = true
      load().then(
        () => isHere && setCode(() => loaded),
        () => isHere && setFailed(true),
      )
      return () => {
        isHere = false
      }
    }, [Code])
    if (isFailed) return <Unloadable />
    return Code ? <Code {...props} /> : waiting
  }
  return Object.assign(LateComponent, { load })
}
