import { type ComponentProps, useState } from 'react'
import { lazyComponent } from '../platform/client/loading/lazy.ts'

// Both at once: the dialog would ask for its form only when it is drawn.
const Code = lazyComponent(async () => {
  const [dialog] = await Promise.all([import('./OrderDialog.tsx'), import('./OrderForm.tsx')])
  return { default: dialog.OrderDialog }
})

/** The dialog of an order, whose code comes when it is first opened. */
export function OrderDialog(props: ComponentProps<typeof Code>) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return wasOpened ? <Code {...props} /> : null
}
