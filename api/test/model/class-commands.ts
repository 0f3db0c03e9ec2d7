import * as classes from './classes.ts'
import { at, doing, type Numbers, owes, type Person, type Plan, post, prefer, put, remove } from './command.ts'
import type { Model } from './model.ts'

export const creditTypes = ['normal', 'normal', 'normal', 'special', 'normal2', 'free', 'trial1', 'trial2']
export const enrol =
  ([who, where, type]: Numbers, payer: number | undefined): Plan =>
  (model) => {
    const [person, course, creditType] = [at(model.people, who), at(model.courses, where), at(creditTypes, type)]
    if (!person || !course || !creditType) return
    const wallet = payer === undefined ? undefined : at(model.people, payer)?.name
    const credit = course.credits[creditType] ?? 0
    const paid = wallet ? ` paid by ${wallet}` : ''
    return {
      says: `enrol ${person.name} in ${course.name}, ${creditType}${paid}`,
      request: post(['enrollment'], {
        member: person.name,
        course: course.name,
        creditType,
        credit,
        walletMember: wallet,
      }),
      outcome: (now) => classes.enrol(now, person, course, creditType, wallet),
    }
  }

export const changeEnrolment =
  ([which, price]: Numbers, isEnded: boolean): Plan =>
  (model) => {
    const enrolment = at(model.enrolments, which)
    if (!enrolment) return
    const credit = (price % 4) * 10
    return isEnded
      ? {
          says: `end ${enrolment.name}`,
          request: put(['enrollment', enrolment.name], { isDisable: true }),
          outcome: (now) => classes.endEnrolment(now, enrolment),
        }
      : {
          says: `let ${enrolment.name} cost ${credit}`,
          request: put(['enrollment', enrolment.name], { credit }),
          outcome: (now) => classes.reprice(now, enrolment, credit),
        }
  }

/** The cost of a walk-in: a credit type, sometimes the credits, sometimes the payer. */
export type Terms = readonly [type: number, price: number | undefined, payer: number | undefined]

/** Mostly enrolled members, since no others are recorded; with terms also walk-ins. */
export const take =
  (where: number, numbers: readonly (readonly [number, 'P' | 'A'])[], anyone: boolean, terms?: Terms): Plan =>
  (model) => {
    const session = at(model.sessions, where)
    if (!session) return
    const enrolled = model.people.filter(({ name }) =>
      model.enrolments.some((each) => each.member === name && each.course === session.course && !each.isDisable),
    )
    const some = anyone || enrolled.length === 0 ? model.people : enrolled
    const statuses = new Map(numbers.map(([who, status]) => [at(some, who)?.name ?? '', status]))
    const sent = [...statuses].map(([member, status]) => ({ member, status, ...(terms && termsIn(model, terms)) }))
    const walkIns = terms ? `, as walk-ins ${JSON.stringify(termsIn(model, terms))}` : ''
    return {
      says: `take ${session.name}: ${sent.map(({ member, status }) => `${member} ${status}`).join(', ')}${walkIns}`,
      request: post(['attendance', 'take', session.name], sent),
      outcome: (now) => classes.take(now, session, sent),
    }
  }

function termsIn(model: Model, [type, price, payer]: Terms) {
  const wallet = payer === undefined ? undefined : at(model.people, payer)?.name
  return {
    creditType: at(creditTypes, type) ?? '',
    ...(price === undefined ? {} : { creditMinus: (price % 4) * 10 }),
    ...(wallet === undefined ? {} : { walletMember: wallet }),
  }
}

export const toggle =
  (which: number, isSame: boolean, checkIn: string | undefined): Plan =>
  (model) => {
    const mark = at(model.marks, which)
    if (!mark) return
    const status = (mark.status === 'P') === isSame ? 'P' : 'A'
    return {
      says: `set ${mark.name} to ${status}${checkIn ? ` at ${checkIn}` : ''}`,
      request: put(['attendance', mark.name], { status, checkInTime: checkIn }),
      outcome: (now) => classes.toggle(now, mark, status, checkIn),
    }
  }

export const removeMark =
  ([which]: Numbers): Plan =>
  (model) => {
    const mark = at(model.marks, which)
    if (!mark) return
    const request = remove('attendance', mark.name)
    return { says: `remove ${mark.name}`, request, outcome: (now) => classes.removeMark(now, mark) }
  }

export const close =
  ([which]: Numbers): Plan =>
  (model) => {
    const mark = prefer(model.marks, ({ isOutstanding }) => isOutstanding, which)
    if (!mark) return
    const request = put(['attendance', 'clearOutstanding', mark.name], { outStanding: false })
    return { says: `close ${mark.name}`, request, outcome: (now) => classes.close(now, mark) }
  }

export const closeAll = doing({
  says: ({ name }) => `close all of ${name}`,
  request: ({ name }) => put(['attendance', 'clearOutstanding', 'wallet', name], { outStanding: false }),
  outcome: classes.closeAll,
  likely: owes,
})

export const independent =
  ([who, by]: Numbers): Plan =>
  (model) => {
    const child = prefer(model.people, ({ isIndependent }) => !isIndependent, who)
    const isTheirs = ({ name }: Person) => child?.parents.includes(name) ?? false
    const parent = prefer(
      model.people.filter(({ kind }) => kind === 'parent'),
      isTheirs,
      by,
    )
    if (!parent || !child) return
    return {
      says: `mark ${child.name}, child of ${parent.name}, as independent`,
      request: put(['member', parent.name, 'independent', child.name]),
      outcome: (now) => classes.makeIndependent(now, parent, child),
    }
  }

export const disable = doing({
  says: ({ name, isDisable }) => `${isDisable ? 'enable' : 'disable'} ${name}`,
  request: ({ name, isDisable }) => put(['member', name], { isDisable: !isDisable }),
  outcome: (now, person) => classes.setDisabled(now, person, !person.isDisable),
  likely: ({ isDisable }) => isDisable,
})
