import { markAnswer, openCasesOf } from './classes.ts'
import { at, type Numbers, type Plan } from './command.ts'
import { balanceOf, expirationOf, type Model } from './model.ts'
import { adjustmentAnswer, paymentAnswer } from './money.ts'
import type { Request } from './world.ts'

/** The reads of the screens. */
export const readCheck =
  ([who, what]: Numbers): Plan =>
  (model) => {
    const person = at(model.people, who)
    if (!person) return
    const { name } = person
    const get = (path: string[], query: Record<string, string> = {}): Request => ({ method: 'GET', path, query })
    const list = (items: object[]) => ({ items, total: items.length })
    const views: [string, Request, (now: Model) => object][] = [
      [
        'ledger',
        get(['member', name, 'wallet'], { limit: '1000', sort: '+at' }),
        (now) => ({
          balance: balanceOf(now, name),
          total: person.entries.length,
          items: person.entries.map(({ kind, credit: moved, balance }, n) => ({
            no: n + 1,
            kind,
            credit: moved,
            balanceAfter: balance,
          })),
        }),
      ],
      ['expiry', get(['expiration', name]), (now) => expirationOf(now, name)],
      [
        'page',
        get(['member', name]),
        (now) => ({ ...expirationOf(now, name), openOutstanding: openCasesOf(now, name) }),
      ],
      [
        'payments',
        get(['payment'], { createdBy: name, limit: '1000' }),
        (now) => list(now.payments.filter(({ payer }) => payer === name).map((payment) => paymentAnswer(now, payment))),
      ],
      [
        'adjustments',
        get(['credit-adjust'], { member: name, limit: '1000' }),
        (now) =>
          list(
            now.adjustments
              .filter(({ member, status }) => member === name && status !== 'Deleted')
              .map((each) => adjustmentAnswer(now, each)),
          ),
      ],
      [
        'open cases',
        get(['attendance'], { walletMember: name, outstanding: 'true', limit: '1000' }),
        (now) =>
          list(
            now.marks
              .filter(({ wallet, isOutstanding }) => wallet === name && isOutstanding)
              .map((mark) => markAnswer(now, mark)),
          ),
      ],
      [
        'classes',
        get(['attendance'], { member: name, limit: '1000' }),
        (now) => list(now.marks.filter(({ member }) => member === name).map((mark) => markAnswer(now, mark))),
      ],
    ]
    const [word, request, answer] = at(views, what) ?? []
    if (!request || !answer) return
    return {
      says: `read the ${word} of ${name}`,
      request,
      outcome: (now) => ({ status: 200, answer: answer(now) }),
    }
  }
