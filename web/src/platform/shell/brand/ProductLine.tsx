import { useConfig } from '../../client/config/config.ts'
import { useToday } from '../../client/today.ts'

/** 'Academy ©2026 v0.2.0', at the foot of every page. */
export function ProductLine() {
  const config = useConfig()
  const today = useToday()
  return config && `${config.appName} ©${today.slice(0, 4)} v${config.version}`
}
