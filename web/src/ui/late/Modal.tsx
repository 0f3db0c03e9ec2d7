import { Overlay, type OverlayProps } from './Overlay.tsx'
import './modal.css'

export type ModalProps = OverlayProps

/** A dialog in the middle of the page; on a phone over its whole width, from the bottom. */
export const Modal = (props: ModalProps) => <Overlay {...props} kind="dialog" />
