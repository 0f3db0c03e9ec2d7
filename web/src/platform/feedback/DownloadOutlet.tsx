import { Suspense, useState } from 'react'
import { useDownloads } from '../client/downloads.ts'
import { late } from '../client/lazy.ts'

const DownloadPanel = late(() => import('./DownloadPanel.tsx'))

/** Placed once. What draws the panel is loaded when the first download takes its time. */
export function DownloadOutlet() {
  const { under } = useDownloads()
  const [standing, setStanding] = useState(false)
  if (!standing && under.some(({ isLong }) => isLong)) setStanding(true)
  return standing ? (
    <Suspense fallback={null}>
      <DownloadPanel />
    </Suspense>
  ) : null
}
