import { type ThemeConfig, theme } from 'antd'
import { themeScope } from './platform/shell/theme-scope.ts'

/** Colours where antd's defaults fail WCAG AA. */
const light = {
  colorPrimary: '#0958d9',
  colorPrimaryHover: '#003eb3',
  colorLink: '#0958d9',
  colorLinkHover: '#003eb3',
  colorError: '#cf1322',
  colorErrorHover: '#a8071a',
  colorSuccess: '#237804',
  colorWarning: '#ad4e00',
  colorSuccessBg: '#f6ffed',
  colorSuccessBorder: '#b7eb8f',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#ffa39e',
  colorWarningBg: '#fff7e6',
  colorWarningBorder: '#ffd591',
  colorInfo: '#0958d9',
  colorInfoBg: '#e6f4ff',
  colorInfoBorder: '#91caff',
  colorTextDescription: 'rgba(0,0,0,0.62)',
  colorTextTertiary: 'rgba(0,0,0,0.62)',
  colorTextPlaceholder: 'rgba(0,0,0,0.58)',
}
const dark = {
  colorPrimary: '#1668dc',
  colorPrimaryHover: '#1554ad',
  colorLink: '#69b1ff',
  colorLinkHover: '#91caff',
  colorError: '#ff7875',
  colorSuccess: '#73d13d',
  colorWarning: '#ffa940',
  colorInfo: '#69b1ff',
  colorInfoBg: '#111a2c',
  colorInfoBorder: '#15325b',
  colorTextDescription: 'rgba(255,255,255,0.68)',
  colorTextTertiary: 'rgba(255,255,255,0.68)',
  colorTextPlaceholder: 'rgba(255,255,255,0.6)',
}

/** `still` for people who asked for reduced motion. Build (the style sheet) and browser (the class names) must read the very same theme. */
export const themeOf = (isDark: boolean, still = false): ThemeConfig => ({
  zeroRuntime: true,
  hashed: false,
  cssVar: { key: themeScope(isDark) },
  algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  token: { borderRadius: 6, motion: !still, ...(isDark ? dark : light) },
  components: {
    Layout: {
      headerBg: isDark ? '#141414' : '#ffffff',
      headerPadding: '0 24px',
      bodyBg: isDark ? '#000000' : '#f5f5f5',
      footerBg: 'transparent',
      siderBg: '#001529',
      triggerBg: '#002140',
    },
    Menu: { darkItemSelectedBg: '#0958d9', darkItemColor: 'rgba(255,255,255,0.75)' },
    Button: {
      // A busy button says what it does: its text stays as readable as before.
      opacityLoading: 1,
      // White on the dark theme's light red would be hard to read.
      ...(isDark ? { dangerColor: '#141414' } : {}),
    },
    Table: { cellPaddingInline: 12, cellPaddingBlock: 12 },
    Card: { headerFontSize: 16 },
    // Above everything else over the page (SignInAgain.tsx): failures there are shown too.
    Message: { zIndexPopup: 2200 },
  },
})
