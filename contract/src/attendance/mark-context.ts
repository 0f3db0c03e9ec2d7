import { z } from 'zod'
import { day, emptyIsNone, id } from '../platform/query.ts'

/** A document by its id, or the document itself as a client read it; empty means none. */
export const named = () =>
  z.preprocess((given) => {
    if (given === '') return null
    return typeof given === 'object' && given !== null && '_id' in given ? given._id : given
  }, id().nullish())

/** What the client saw when it made the mark. Optional; 409 where it differs from the class marked. */
export const markContext = {
  enrollment: named(),
  course: named(),
  scheduledClass: named(),
  classDate: z.preprocess(emptyIsNone, day().nullish()),
}
const markContextBody = z.object(markContext)
export type MarkContext = z.output<typeof markContextBody>
