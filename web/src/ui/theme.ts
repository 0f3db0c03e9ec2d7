import { type ThemeConfig, theme } from 'antd'
import { themeScope } from '../platform/shell/theme-scope.ts'

/** What is still drawn by antd wears the values of look/tokens.css. */
const light = {
  colorPrimary: '#3a4fa3',
  colorPrimaryHover: '#2c3f91',
  colorLink: '#3a4fa3',
  colorLinkHover: '#2c3f91',
  colorError: '#b3231c',
  colorErrorHover: '#8f1a14',
  colorErrorBg: '#fdebe9',
  colorErrorBorder: '#f1b5b0',
  colorSuccess: '#17693c',
  colorSuccessBg: '#e7f5ec',
  colorSuccessBorder: '#a9d8bd',
  colorWarning: '#8a4b00',
  colorWarningBg: '#fdf1dd',
  colorWarningBorder: '#edcb94',
  colorInfo: '#0b57c9',
  colorInfoBg: '#e4eefc',
  colorInfoBorder: '#b4c6f9',
  colorText: '#14171c',
  colorTextSecondary: '#4f5661',
  colorTextDescription: '#646c78',
  colorTextTertiary: '#646c78',
  colorTextPlaceholder: '#646c78',
  colorBgLayout: '#f5f6f8',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorSplit: '#e6e8ec',
  colorBorderSecondary: '#d3d7dd',
  colorBorder: '#878e9a',
}
const dark: typeof light = {
  colorPrimary: '#4960b5',
  colorPrimaryHover: '#3b50a3',
  colorLink: '#7590eb',
  colorLinkHover: '#93a9f1',
  colorError: '#ff8f86',
  colorErrorHover: '#ffaaa3',
  colorErrorBg: '#341a18',
  colorErrorBorder: '#6b302c',
  colorSuccess: '#63cf90',
  colorSuccessBg: '#12291c',
  colorSuccessBorder: '#2c5a3e',
  colorWarning: '#f0b252',
  colorWarningBg: '#2d210f',
  colorWarningBorder: '#5c4519',
  colorInfo: '#8db6f5',
  colorInfoBg: '#172947',
  colorInfoBorder: '#3c4a79',
  colorText: '#e9ebee',
  colorTextSecondary: '#b1b8c2',
  colorTextDescription: '#949ca8',
  colorTextTertiary: '#949ca8',
  colorTextPlaceholder: '#949ca8',
  colorBgLayout: '#0e1013',
  colorBgContainer: '#171a1f',
  colorBgElevated: '#20242b',
  colorSplit: '#272c34',
  colorBorderSecondary: '#38404a',
  colorBorder: '#6a7380',
}

/** `still` for people who asked for reduced motion. Build (the style sheet) and browser (the class names) must read the very same theme. */
export const themeOf = (isDark: boolean, still = false): ThemeConfig => ({
  zeroRuntime: true,
  hashed: false,
  cssVar: { key: themeScope(isDark) },
  algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  token: { borderRadius: 6, motion: !still, ...(isDark ? dark : light) },
  components: {
    Button: {
      defaultBorderColor: isDark ? '#38404a' : '#d3d7dd',
      // A busy button says what it does: its text stays as readable as before.
      opacityLoading: 1,
      // White on the dark theme's light red would be hard to read.
      ...(isDark ? { dangerColor: '#141414' } : {}),
    },
    Table: { cellPaddingInline: 10, cellPaddingBlock: 11 },
  },
})
