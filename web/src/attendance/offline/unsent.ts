/** Counts of what needs action among the marks on this device, by class. */

import { t } from '../../platform/client/i18n.ts'
import { hasUnsubmittedTaps, isUnsent, needsAttention } from '../marking/taps.ts'
import { waitsBesideMarks } from './corrections.ts'
import { ownMarks, type PhoneMarks } from './phone-marks.ts'
import { markerOf } from './storage-keys.ts'

/** How many classes wait for what; each is counted once. Newcomers wait too, and corrections from the time on that they are due. */
export function countsOf(all: readonly PhoneMarks[], now = Date.now()) {
  const isSaved = (marks: PhoneMarks) =>
    marks.state === 'saved' || (marks.state !== 'refused' && waitsBesideMarks(marks, now))
  const saved = all.filter(isSaved).length
  const refused = all.filter(({ state }) => state === 'refused').length
  const others = all.filter((marks) => !isUnsent(marks) && !isSaved(marks))
  const unsubmitted = others.filter(hasUnsubmittedTaps).length
  const different = others.filter((marks) => !hasUnsubmittedTaps(marks) && needsAttention(marks)).length
  return { saved, refused, unsubmitted, different }
}

/** A sentence for each count above zero. */
export function unsentTexts(all: readonly PhoneMarks[]): string[] {
  const { saved, refused, unsubmitted, different } = countsOf(all)
  return [
    ...(saved ? [t('Classes marked on this device that wait to be sent: {n}.', { n: saved })] : []),
    ...(refused ? [t('Classes marked on this device and not accepted: {n}.', { n: refused })] : []),
    ...(unsubmitted ? [t('Classes marked on this device and not submitted: {n}.', { n: unsubmitted })] : []),
    ...(different ? [t('Classes not recorded as they were marked on this device: {n}.', { n: different })] : []),
  ]
}

/** A line for each other user with unsent marks, which only that user can send. */
export function othersTexts(others: readonly PhoneMarks[]): string[] {
  return [...Map.groupBy(others, ({ user }) => user)].flatMap(([user, marks]) => {
    const n = countsOf(marks).saved
    const name = markerOf(user) ?? t('that user')
    return n === 0
      ? []
      : [
          t(
            'Classes marked by another user of this device that wait to be sent: {n}. Sign in as {name} to send them.',
            {
              n,
              name,
            },
          ),
        ]
  })
}

/** What happens to the current user's marks on sign-out. */
export function signOutWarnings(): string[] {
  const { saved, refused, unsubmitted } = countsOf(ownMarks(), Infinity)
  const unsubmittedOrRefused = refused + unsubmitted
  return [
    ...(saved
      ? [
          t('Classes saved on this device and not sent yet: {n}. They are sent when you sign in here again.', {
            n: saved,
          }),
        ]
      : []),
    ...(unsubmittedOrRefused
      ? [
          t('Classes not submitted or not accepted: {n}. They stay on this device until you sign in here again.', {
            n: unsubmittedOrRefused,
          }),
        ]
      : []),
  ]
}
