/** Members added to a form without being enrolled. */
import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { useMemo } from 'react'
import { payersOf } from '../../../members/index.ts'
import { useCall } from '../../../platform/client/query.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import type { PhoneMarks, WalkIn } from '../../offline/phone-marks-schema.ts'
import type { Attending } from '../marking.ts'
import { isUnsent } from '../taps.ts'

interface Added extends WalkIn {
  isSubmitted: boolean
}

/** A walk-in as a row of the form. Everything but the terms comes from the server and is not stored with the marks. */
function attendingOf({ isSubmitted, ...walkIn }: Added, found: FoundMember | undefined): Attending {
  const payer = found && payersOf(found).find(({ _id }) => _id === walkIn.walletMember)
  return {
    _id: null,
    member: {
      _id: walkIn.member,
      name: found?.name ?? walkIn.name,
      chName: found?.chName ?? null,
      dob: found?.dob ?? null,
      thumbnail: null,
      belt: found?.belt ?? null,
      parents: found?.parents ?? [],
    },
    creditType: walkIn.creditType,
    credit: walkIn.creditMinus,
    walletMember: {
      _id: walkIn.walletMember,
      name: payer?.name ?? walkIn.payer,
      wallet: payer?.wallet ?? null,
      hasOutstanding: false,
    },
    isSubmitted,
  }
}

/** The walk-ins of a form that are not in the class by now; the same array until one of them changes. */
export function useWalkIns(marks: PhoneMarks | undefined, inClass: ReadonlySet<string>): Attending[] {
  const { can } = useSession()
  const submitted = new Set(marks && isUnsent(marks) ? marks.marks.map(({ member }) => member) : [])
  const added = (marks?.walkIns ?? [])
    .filter(({ member }) => !inClass.has(member))
    .map((one): Added => ({ ...one, isSubmitted: submitted.has(one.member) }))
  const ids = added.map(({ member }) => member).join(',')
  const { data } = useCall(
    chooseMember,
    { query: { ids } },
    { offline: true, keep: true, enabled: ids !== '' && can(chooseMember.may) },
  )
  // Each tap writes the marks anew, but a form of three hundred rows must not be rebuilt for it.
  const text = JSON.stringify(added)
  return useMemo(() => {
    const all: Added[] = JSON.parse(text)
    return all.map((one) =>
      attendingOf(
        one,
        data?.items.find(({ _id }) => _id === one.member),
      ),
    )
  }, [text, data])
}
