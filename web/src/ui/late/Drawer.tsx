import { Overlay, type OverlayProps } from './Overlay.tsx'
import './drawer.css'

/** A panel from the left edge, as high as the page. */
export const Drawer = (props: OverlayProps) => <Overlay {...props} kind="drawer" />
