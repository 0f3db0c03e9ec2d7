import type { Happening, MemberOverview } from '@academy/contract/members/overview.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { dayAt, showCredit, showDay } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { entryText } from '../financial/ledger-text.ts'

/** 'Lucas', 'Lucas and Sofia', 'Lucas, Sofia and Adam'. */
export function namesText(people: readonly { name: string }[]): string {
  const names = people.map(({ name }) => name)
  const last = names.pop()
  if (last === undefined) return ''
  return names.length === 0 ? last : t('{names} and {last}', { names: names.join(', '), last })
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** 'Wed 25-11, 19:30' */
export function classTime({ date, duration }: Pick<NonNullable<MemberOverview['nextClass']>, 'date' | 'duration'>) {
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
  return `${t(weekday)} ${showDay(date).slice(0, 5)}, ${duration.slice(0, 5)}`
}

/** '23-11' of this year, '23-11-2025' of another. */
export function dayText(at: string, today: string): string {
  const day = dayAt(Date.parse(at))
  return day.slice(0, 4) === today.slice(0, 4) ? showDay(day).slice(0, 5) : showDay(day)
}

/** What happened, in a line, and in another what else there is to know. */
export function happeningText(one: Happening, owner: string): { title: string; details: string } {
  if (one.attended) return classText(one.attended, owner)
  if (one.payment) return paymentText(one.payment, one.entry)
  const { kind, label, note, by } = one.entry ?? { kind: '', label: '', note: null, by: '' }
  return {
    // Both say by themselves what they are: the number of the paper, the day of the expiry.
    title: kind === 'adjustment' || kind === 'expired' ? label : entryText({ kind }),
    details: [note, t('by {name}', { name: by })].filter(Boolean).join(' · '),
  }
}

/** On a member's own page of a class it alone was in, the name goes without saying. */
function classText({ course, venue, members, takeBy }: NonNullable<Happening['attended']>, owner: string) {
  const [only, ...others] = members
  const groups = [
    { status: 'P', alone: 'Present', words: '{names} present' },
    { status: 'A', alone: 'Absent', words: '{names} absent' },
  ].flatMap(({ status, alone, words }) => {
    const people = members.filter((one) => one.status === status)
    if (people.length === 0) return []
    return [only?._id === owner && others.length === 0 ? t(alone) : t(words, { names: namesText(people) })]
  })
  return {
    title: [course.name, venue].filter(Boolean).join(', '),
    details: [...groups, t('marked by {name}', { name: takeBy })].join(', '),
  }
}

function paymentText(payment: NonNullable<Happening['payment']>, entry: Happening['entry']) {
  const { packageTitle, paymentType, orNo, orderID, amount, received } = payment
  const details = [
    orNo ?? orderID,
    amount && formatRM(sen(amount)),
    received && t('received by {name}', { name: received }),
    entry && t('wallet {before} → {after}', { before: showCredit(entry.before), after: showCredit(entry.after) }),
  ]
  return {
    title: t(paymentWords(payment, entry), {
      title: packageTitle,
      how: t(paymentType === 'Cash' ? 'in cash' : 'by card'),
    }),
    details: details.filter(Boolean).join(' · '),
  }
}

function paymentWords({ status, paymentType }: NonNullable<Happening['payment']>, entry: Happening['entry']) {
  if (entry?.kind === 'purchase-cancelled') return '{title} cancelled'
  if (entry) return paymentType === 'Cash' ? '{title} verified' : '{title} paid {how}'
  if (status === 'Rejected') return '{title} rejected'
  return paymentType === 'Cash' ? '{title} paid {how}' : '{title} ordered {how}'
}
