import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  value: string
  /** In pixels, its white margin included. */
  size: number
  /** How much of it may be unreadable: low, or medium. */
  errorLevel: 'L' | 'M'
}

/** Black on white in either theme: not every reader understands the opposite. */
export const QrCode = ({ value, size, errorLevel }: QrCodeProps) => (
  <QRCodeSVG value={value} size={size} level={errorLevel} marginSize={4} />
)
