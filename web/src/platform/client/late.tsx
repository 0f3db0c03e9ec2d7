import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is loaded with it; `load` has it there before. */
export type Late<Props> = ComponentType<Props> & { load: () => Promise<void> }

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
    const [failure, setFailure] = useState<{ cause: unknown }>()
    useEffect(() => {
      if (Code) return
      let isHere = true
      load().then(
        () => isHere && setCode(() => loaded),
        (cause) => isHere && setFailure({ cause }),
      )
      return () => {
        isHere = false
      }
    }, [Code])
    if (failure) throw failure.cause
    return Code ? <Code {...props} /> : waiting
  }
  return Object.assign(LateComponent, { load })
}
