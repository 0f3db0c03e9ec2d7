import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import type { PlanMode, PlanProps } from './PlanContent.tsx'

const PlanContent = lazyComponent(() => import('./PlanContent.tsx'), <Waiting className="page-waiting" />)

const titles: Record<PlanMode, string> = { assign: 'Assign', batch: 'Batch Update', reassign: 'Reassign' }

/** Assigns a year or a part of it, as `mode` says; its form is loaded with it. */
export function PlanDialog({
  mode,
  onClose,
  ...rest
}: Omit<PlanProps, 'onDone'> & { mode: PlanMode | undefined; onClose: () => void }) {
  return (
    <Dialog open={mode !== undefined} title={mode && t(titles[mode])} onClose={onClose}>
      {mode && <PlanContent mode={mode} onDone={onClose} {...rest} />}
    </Dialog>
  )
}
