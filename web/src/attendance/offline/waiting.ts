/** What of the marks on this phone waits for somebody, told in classes. */

import { t } from '../../platform/client/i18n.ts'
import { currentUser } from '../../platform/client/session.ts'
import { changesOf, isWaiting, needsSomebody } from '../marking/taps.ts'
import { allMarks, type PhoneMarks } from './phone-marks.ts'

/** Tapped and never submitted, or tapped anew since. */
export const isUnsubmitted = (marks: PhoneMarks): boolean =>
  marks.state === 'begun' ? marks.taps.length > 0 : changesOf(marks).length > 0

/** How many classes wait for what; each is counted once. */
export function countsOf(all: readonly PhoneMarks[]) {
  const saved = all.filter(({ state }) => state === 'saved').length
  const refused = all.filter(({ state }) => state === 'refused').length
  const others = all.filter((marks) => !isWaiting(marks))
  const unsubmitted = others.filter(isUnsubmitted).length
  const unlike = others.filter((marks) => !isUnsubmitted(marks) && needsSomebody(marks)).length
  return { saved, refused, unsubmitted, unlike }
}

/** A sentence for each of them there is. */
export function waitingWords(all: readonly PhoneMarks[]): string[] {
  const { saved, refused, unsubmitted, unlike } = countsOf(all)
  return [
    ...(saved ? [t('{n} class(es) marked on this phone wait to be sent.', { n: saved })] : []),
    ...(refused ? [t('{n} class(es) marked on this phone were not accepted.', { n: refused })] : []),
    ...(unsubmitted ? [t('{n} class(es) marked on this phone are not submitted.', { n: unsubmitted })] : []),
    ...(unlike ? [t('{n} class(es) were not recorded as they were marked on this phone.', { n: unlike })] : []),
  ]
}

/** What becomes of the signed-in person's marks when that person signs out. */
export function leavingWords(): string[] {
  const { saved, refused, unsubmitted } = countsOf(allMarks().filter(({ user }) => user === currentUser()?._id))
  const kept = refused + unsubmitted
  return [
    ...(saved
      ? [
          t('{n} class(es) are saved on this phone and not sent yet. They are sent when you sign in here again.', {
            n: saved,
          }),
        ]
      : []),
    ...(kept
      ? [
          t(
            '{n} class(es) are not submitted or were not accepted. They stay on this phone until you sign in here again.',
            {
              n: kept,
            },
          ),
        ]
      : []),
  ]
}
