import { at, type Numbers, type Person, type Plan, post, prefer } from './command.ts'
import * as undo from './undo.ts'

export const undoAdjustment =
  ([which]: Numbers): Plan =>
  (model) => {
    const adjustment = prefer(model.adjustments, ({ status }) => status === 'Approved', which)
    if (!adjustment) return
    return {
      says: `undo ${adjustment.name}`,
      request: post(['credit-adjust', adjustment.name, 'undo']),
      outcome: (now) => undo.undoAdjustment(now, adjustment),
    }
  }

export const undoPayment =
  ([which]: Numbers): Plan =>
  (model) => {
    const payment = prefer(model.payments, ({ status }) => status === 'Done' || status === 'Cancelled', which)
    if (!payment) return
    return {
      says: `undo ${payment.name}`,
      request: post(['payment', payment.name, 'undo']),
      outcome: (now) => undo.undoPayment(now, payment),
    }
  }

/** Mostly the last entry that cleared a wallet, sometimes any entry. */
export const undoClear =
  ([who, which, odd]: Numbers): Plan =>
  (model) => {
    const isCleared = ({ entries }: Person) => entries.some(({ kind }) => kind === 'expired')
    if (!model.people.some(isCleared)) return
    const person = prefer(model.people, isCleared, who)
    if (!person || person.entries.length === 0) return
    const cleared = person.entries.findLastIndex(({ kind, credit }) => kind === 'expired' && credit < 0) + 1
    const entry = cleared > 0 && odd % 5 !== 4 ? cleared : (which % person.entries.length) + 1
    return {
      says: `put back what entry ${entry} of ${person.name} cleared`,
      request: post(['expiration', person.name, 'cleared', `entry ${entry} of ${person.name}`, 'undo']),
      outcome: (now) => undo.undoClear(now, person, entry),
    }
  }

export const undoClass =
  ([where, odd]: Numbers): Plan =>
  (model) => {
    const taken = model.sessions.filter(({ name }) => model.marks.some(({ session }) => session === name))
    const session = at(odd % 5 === 4 || taken.length === 0 ? model.sessions : taken, where)
    if (!session) return
    return {
      says: `undo the attendance of ${session.name}`,
      request: post(['attendance', 'take', session.name, 'undo']),
      outcome: (now) => undo.undoClass(now, session),
    }
  }
