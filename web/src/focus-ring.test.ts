import { theme } from 'antd'
import { expect, test } from 'vitest'
import { themeOf } from './ui/theme.ts'

/** Relative luminance of a colour, as defined by WCAG. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each([false, true])('the focus ring stands out from every ground it lies on, dark: %s', (isDark) => {
  const token = theme.getDesignToken(themeOf(isDark))
  const tableHead = isDark ? '#1d1d1d' : '#fafafa'
  const grounds = {
    card: token.colorBgContainer,
    page: isDark ? '#000000' : '#f5f5f5',
    raised: token.colorBgElevated,
    head: isDark ? '#141414' : '#ffffff',
    tableHead,
    info: token.colorInfoBg,
    warning: token.colorWarningBg,
    error: token.colorErrorBg,
    success: token.colorSuccessBg,
  }
  for (const [name, ground] of Object.entries(grounds))
    expect(contrast(token.colorLink, ground), name).toBeGreaterThan(3)
  // In the side menu the ring is white: on the menu itself and on the current entry.
  for (const ground of ['#001529', '#0958d9']) expect(contrast('#ffffff', ground)).toBeGreaterThan(3)
})
