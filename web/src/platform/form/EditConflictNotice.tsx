import { lazyComponent } from '../client/loading/lazy.ts'
import type { EditConflictProps } from './EditConflictChoices.tsx'

const Choices = lazyComponent(async () => ({
  default: (await import('./EditConflictChoices.tsx')).EditConflictChoices,
}))

/** What somebody else changed meanwhile, with the choice where there is one; its code comes when there is something to tell. */
export const EditConflictNotice = (props: EditConflictProps) =>
  props.conflict.changed.length + props.conflict.taken.length > 0 ? <Choices {...props} /> : null
