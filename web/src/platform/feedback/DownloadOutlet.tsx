import { useState } from 'react'
import { useDownloads } from '../client/downloads/downloads-shown.ts'
import { lazyComponent } from '../client/loading/lazy.ts'

const DownloadPanel = lazyComponent(() => import('./DownloadPanel.tsx'))

/** Placed once. The panel's code is loaded with the first long download. */
export function DownloadOutlet() {
  const { under } = useDownloads()
  const [standing, setStanding] = useState(false)
  if (!standing && under.some(({ isLong }) => isLong)) setStanding(true)
  return standing ? <DownloadPanel /> : null
}
