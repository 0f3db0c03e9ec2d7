import { at, doing, type Numbers, owes, type Person, type Plan, post, prefer, put, remove } from './command.ts'
import { balanceOf, daysLater, type Model, todayOf } from './model.ts'
import * as money from './money.ts'

export const order =
  ([who, what]: Numbers): Plan =>
  (model) => {
    const person = prefer(model.people, ({ isDisable }) => !isDisable, who)
    const pack = prefer(model.packages, ({ isDisable }) => !isDisable, what)
    if (!person || !pack) return
    return {
      says: `order the ${pack.name} for ${person.name}`,
      request: post(['payment'], { memberId: person.name, package: pack.name, coachReceived: 'coach' }),
      outcome: (now) => money.order(now, person, pack),
    }
  }

export const settling =
  (word: 'verify' | 'reject' | 'cancel') =>
  ([which]: Numbers): Plan =>
  (model) => {
    const payment = prefer(
      model.payments,
      ({ status: state }) => state === (word === 'cancel' ? 'Done' : 'Pending'),
      which,
    )
    if (!payment) return
    const { name } = payment
    const steps = {
      verify: { request: put(['payment', 'direct', name], { isPay: true }), outcome: money.verify },
      reject: { request: put(['payment', 'direct', name], { isPay: false, isRejected: true }), outcome: money.reject },
      cancel: { request: put(['payment', 'cancel', name], { reason: 'Paid twice' }), outcome: money.cancel },
    }
    const { request, outcome } = steps[word]
    return { says: `${word} ${name}`, request, outcome: (now) => outcome(now, payment) }
  }

export const bulkVerify =
  (numbers: readonly number[]): Plan =>
  (model) => {
    if (model.payments.length === 0) return
    const all = [...model.payments, undefined]
    const payments = [...new Set(numbers.map((each) => at(all, each)))]
    const nobody = '01900000-0000-7000-8000-00000000dead'
    return {
      says: `verify at once ${payments.map((payment) => payment?.name ?? 'nobody').join(', ')}`,
      request: put(['payment', 'verify'], { ids: payments.map((payment) => payment?.name ?? nobody) }),
      outcome: (now) => money.bulkVerify(now, payments, nobody),
    }
  }

export const adjust =
  (who: number, amount: number, isApproved: boolean): Plan =>
  (model) => {
    const holders = model.people.filter(({ isIndependent }) => isIndependent)
    const person = who % 7 === 6 ? at(model.people, who) : prefer(holders, (each) => owes(each, model), who)
    if (!person) return
    const draft = { member: person.name, date: '2026-11-20', reason: 'A reason', adjustCredit: amount }
    return {
      says: `adjust ${person.name} by ${amount}${isApproved ? ', approved' : ''}`,
      request: post(['credit-adjust'], { ...draft, approvedBy: isApproved ? 'somebody else' : '-' }),
      outcome: (now) => money.adjust(now, person, amount, isApproved),
    }
  }

export const adjusting =
  (word: 'approve' | 'edit' | 'delete') =>
  ([which, amount]: readonly [number, number]): Plan =>
  (model) => {
    const adjustment = prefer(model.adjustments, ({ status: state }) => state === 'Pending', which)
    if (!adjustment) return
    const path = ['credit-adjust', adjustment.name]
    const steps = {
      approve: { request: put(path, { approvedBy: 'somebody else' }), outcome: money.approve },
      edit: {
        request: put(path, { adjustCredit: amount }),
        outcome: (now: Model) => money.editAdjustment(now, adjustment, amount),
      },
      delete: { request: remove(...path), outcome: money.deleteAdjustment },
    }
    const { request, outcome } = steps[word]
    return { says: `${word} ${adjustment.name}`, request, outcome: (now) => outcome(now, adjustment) }
  }

export const clear = doing({
  says: ({ name }) => `clear the expired credit of ${name}`,
  request: ({ name }) => remove('expiration', name),
  outcome: money.clear,
  likely: ({ name, expires }, model) => expires !== null && expires <= todayOf(model) && balanceOf(model, name) > 0,
})

export const expire =
  (who: number, days: number): Plan =>
  (model) => {
    const date = daysLater(todayOf(model), days)
    return doing({
      says: ({ name }) => `let the credit of ${name} expire on ${date}`,
      request: ({ name }) => put(['expiration', name], { expirationDate: date }),
      outcome: (now, person) => money.expire(now, person, date),
      likely: ({ name }) => balanceOf(model, name) > 0,
    })([who, 0, 0])(model)
  }

export const setWallet = (who: number, wallet: number, isStale: boolean): Plan => {
  const wasOf = (model: Model, { name }: Person) => balanceOf(model, name) + (isStale ? 10 : 0)
  return doing({
    says: ({ name }) => `set the wallet of ${name} to ${wallet}${isStale ? ' from an old form' : ''}`,
    request: (person, model) => put(['member', person.name], { wallet, walletWas: wasOf(model, person) }),
    outcome: (now, person) => money.setWallet(now, person, wallet, wasOf(now, person)),
    likely: owes,
  })([who, 0, 0])
}
