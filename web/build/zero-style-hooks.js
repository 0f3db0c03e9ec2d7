// Replacements for antd's style hook factories; see zero-styles.ts.
import useToken from 'antd/es/theme/useToken'

function useClassNames() {
  const [, , hashId, , cssVar] = useToken()
  return [hashId, cssVar?.key]
}

export const genStyleHooks = () => useClassNames
export const genComponentStyleHook = () => () => useClassNames()[0]
export const genSubStyleComponent = () => () => null
