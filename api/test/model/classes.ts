import {
  balanceOf,
  type Course,
  called,
  charge,
  type Enrolment,
  type Mark,
  type Model,
  type Outcome,
  type Person,
  payersOf,
  refusal,
  reverse,
  type Session,
  short,
  todayOf,
  whenever,
} from './model.ts'

/** The rules of enrolment, attendance, outstanding cases, and children who become independent. */

const isTrial = (creditType: string) => creditType.startsWith('trial')

const enrolmentAnswer = (enrolment: Enrolment) => ({
  _id: enrolment.name,
  member: { _id: enrolment.member },
  creditType: enrolment.creditType,
  credit: enrolment.credit,
  walletMember: { _id: enrolment.payer },
  isDisable: enrolment.isDisable,
})

const isEnrolled = (model: Model, member: string, course: string) =>
  model.enrolments.some((each) => each.member === member && each.course === course && !each.isDisable)

const courseOf = (model: Model, { session }: Mark) => called(model.sessions, session).course
const isFreeOfEnrolment = ({ enrolment, creditType }: Mark) => enrolment === null && isTrial(creditType)

function trialsHad(model: Model, person: Person, course: Course): { creditType: string }[] {
  const enrolled = model.enrolments.filter(
    (each) => each.member === person.name && each.course === course.name && isTrial(each.creditType),
  )
  const walkIns = model.marks.filter(
    (mark) =>
      mark.member === person.name &&
      mark.status === 'P' &&
      courseOf(model, mark) === course.name &&
      isFreeOfEnrolment(mark),
  )
  return [...enrolled, ...walkIns]
}

function trialRefusals(model: Model, person: Person, course: Course, creditType: string) {
  const trials = trialsHad(model, person, course).length
  return whenever(
    [creditType === 'trial1' && trials > 0, refusal(409, 'trial')],
    [creditType === 'trial2' && trials !== 1, refusal(409, 'rial')],
  )
}

/** The payer: `chosen` where wanted for; several parents must be chosen from. */
function payerRefusals(model: Model, person: Person, chosen: string | undefined) {
  const payers = payersOf(model, person)
  const active = payers.filter(({ isDisable }) => !isDisable)
  const wanted = payers.find(({ name }) => name === chosen)
  return whenever(
    [person.isDisable, refusal(409, 'is disabled')],
    [chosen === undefined && active.length > 1, refusal(400, 'Please select the wallet that pays')],
    [chosen === undefined && active.length === 0, refusal(409, 'is disabled')],
    [chosen !== undefined && !wanted, refusal(400, 'does not pay for')],
    [wanted?.isDisable ?? false, refusal(409, 'is disabled')],
  )
}

const payerOf = (model: Model, person: Person, chosen: string | undefined) =>
  chosen ?? payersOf(model, person).find(({ isDisable }) => !isDisable)?.name ?? ''

export function enrol(model: Model, person: Person, course: Course, creditType: string, chosen?: string): Outcome {
  const refused = [
    ...payerRefusals(model, person, chosen),
    ...trialRefusals(model, person, course, creditType),
    ...whenever([isEnrolled(model, person.name, course.name), refusal(409, 'already enrolled')]),
  ]
  if (refused.length > 0) return { refused }
  const enrolment: Enrolment = {
    name: `enrolment ${model.enrolments.length + 1}`,
    member: person.name,
    course: course.name,
    creditType,
    credit: course.credits[creditType] ?? 0,
    payer: payerOf(model, person, chosen),
    isDisable: false,
  }
  model.enrolments.push(enrolment)
  return { status: 201, answer: enrolmentAnswer(enrolment) }
}

/** A finished trial stays unchanged; marked classes keep their price. */
export function reprice(_: Model, enrolment: Enrolment, credit: number): Outcome {
  const isFinished = isTrial(enrolment.creditType) && enrolment.isDisable && credit !== enrolment.credit
  if (isFinished) return { refused: [refusal(409, 'done')] }
  enrolment.credit = credit
  return { status: 200, answer: enrolmentAnswer(enrolment) }
}

export function endEnrolment(_: Model, enrolment: Enrolment): Outcome {
  enrolment.isDisable = true
  return { status: 200, answer: enrolmentAnswer(enrolment) }
}

/** The member, once independent; else the current payer of the enrolment, for a walk-in the chosen wallet. */
function payerNow(model: Model, { enrolment, member, wallet }: Mark): string {
  return called(model.people, member).isIndependent ? member : (enrolment?.payer ?? wallet)
}

export const markAnswer = (model: Model, mark: Mark) => ({
  _id: mark.name,
  member: { _id: mark.member },
  walletMember: { _id: mark.wallet, wallet: balanceOf(model, mark.wallet) },
  payer: { _id: payerNow(model, mark), wallet: balanceOf(model, payerNow(model, mark)) },
  enrollment: mark.enrolment?.name ?? null,
  creditType: mark.creditType,
  scheduledClass: mark.session,
  status: mark.status,
  checkInTime: mark.checkIn,
  creditMinus: mark.status === 'P' ? mark.credit : 0,
  credit: mark.credit,
  outStanding: mark.isOutstanding,
  takeBy: model.clerk,
})

export const rollOf = (model: Model, session: Session) => {
  const roll = model.marks.filter((mark) => mark.session === session.name)
  return {
    items: roll.map((mark) => markAnswer(model, mark)),
    present: roll.filter(({ status }) => status === 'P').length,
    absent: roll.filter(({ status }) => status === 'A').length,
    outstanding: roll.filter(({ isOutstanding }) => isOutstanding).length,
  }
}

/** Debits a present member, or leaves the case outstanding: the wallet pays in full or not at all. */
function pay(model: Model, mark: Mark, wallet: string): void {
  mark.wallet = wallet
  mark.entry = mark.credit === 0 ? null : charge(model, wallet, mark.credit)
  mark.paidAt = model.now
  mark.isOutstanding = mark.credit > 0 && mark.entry === null
}

export interface Sent {
  member: string
  status: 'P' | 'A'
  checkIn?: string
  /** For a walk-in: the cost of the class and the payer. */
  creditType?: string
  creditMinus?: number
  walletMember?: string
}

/** A class starts at 18:00. */
const starts = '18:00'

/** Whether a walk-in is recorded: by the rules of an enrolment. */
function isWelcome(model: Model, session: Session, { member, creditType, walletMember }: Sent): boolean {
  if (creditType === undefined) return false
  const person = called(model.people, member)
  const course = called(model.courses, session.course)
  const refused = [...payerRefusals(model, person, walletMember), ...trialRefusals(model, person, course, creditType)]
  return refused.length === 0
}

function termsOf(model: Model, session: Session, { member, creditType = '', creditMinus, walletMember }: Sent) {
  const { credits } = called(model.courses, session.course)
  const payer = payerOf(model, called(model.people, member), walletMember)
  return { creditType, credit: creditMinus ?? credits[creditType] ?? 0, payer }
}

/** Members already marked stay unchanged; those that cannot be recorded are named and do not stop the others. */
export function take(model: Model, session: Session, sent: readonly Sent[]): Outcome {
  const isMarked = ({ member }: Sent) =>
    model.marks.some((mark) => mark.session === session.name && mark.member === member)
  const fresh = sent.filter((each) => !isMarked(each))
  const isDisabled = (member: string) => model.people.some(({ name, isDisable }) => name === member && isDisable)
  const left = fresh.filter(
    (each) =>
      isDisabled(each.member) || !(isEnrolled(model, each.member, session.course) || isWelcome(model, session, each)),
  )
  const refused = whenever(
    [session.date > todayOf(model), refusal(409, 'cannot be marked before')],
    [left.length === sent.length, refusal(400, 'Nobody was recorded')],
  )
  if (refused.length > 0) return { refused }
  for (const each of fresh.filter((one) => !left.includes(one))) {
    const { member, status, checkIn } = each
    const enrolment =
      model.enrolments.find((one) => one.member === member && one.course === session.course && !one.isDisable) ?? null
    const { creditType, credit, payer } = enrolment ?? termsOf(model, session, each)
    const mark: Mark = {
      name: `mark ${++model.marked}`,
      session: session.name,
      member,
      enrolment,
      creditType,
      status,
      checkIn: status === 'P' ? (checkIn ?? starts) : null,
      credit,
      isOutstanding: false,
      wallet: payer,
      entry: null,
      paidAt: null,
      closedAt: null,
    }
    if (status === 'P') pay(model, mark, payer)
    model.marks.push(mark)
  }
  return { status: 200, answer: { ...rollOf(model, session), notRecorded: left.map(({ member }) => ({ member })) } }
}

function giveBack(model: Model, mark: Mark): void {
  if (mark.entry !== null) reverse(model, mark.wallet, 'attendance-reversed', mark.entry)
  mark.entry = null
}

export function toggle(model: Model, mark: Mark, status: 'P' | 'A', checkIn?: string): Outcome {
  if (status === 'P' && mark.status === 'A') {
    const [person, course] = [called(model.people, mark.member), called(model.courses, courseOf(model, mark))]
    const had = trialsHad(model, person, course)
    if (isFreeOfEnrolment(mark) && (had.length > 1 || had.some(({ creditType }) => creditType === mark.creditType)))
      return { refused: [refusal(409, 'has had that trial')] }
    // The wallet that pays now.
    pay(model, mark, payerNow(model, mark))
    mark.checkIn = checkIn ?? starts
  } else if (status === 'P') mark.checkIn = checkIn ?? mark.checkIn
  else {
    giveBack(model, mark)
    mark.isOutstanding = false
    mark.checkIn = null
  }
  mark.status = status
  return { status: 200, answer: markAnswer(model, mark) }
}

export function removeMark(model: Model, mark: Mark): Outcome {
  giveBack(model, mark)
  model.marks.splice(model.marks.indexOf(mark), 1)
  return { status: 200, answer: { _id: mark.name } }
}

export function close(model: Model, mark: Mark): Outcome {
  const balance = balanceOf(model, mark.wallet)
  const refused = whenever(
    [!mark.isOutstanding, refusal(409, 'not outstanding')],
    [mark.isOutstanding && balance < mark.credit, short(balance)],
  )
  if (refused.length > 0) return { refused }
  mark.entry = charge(model, mark.wallet, mark.credit)
  mark.paidAt = model.now
  mark.closedAt = model.now
  mark.isOutstanding = false
  return { status: 200, answer: markAnswer(model, mark) }
}

/** The oldest class first; a case that the balance does not cover stays outstanding while a smaller later one may be paid. */
export function closeAll(model: Model, payer: Person): Outcome {
  const dateOf = (mark: Mark) => called(model.sessions, mark.session).date
  const open = model.marks
    .filter((mark) => mark.isOutstanding && mark.wallet === payer.name)
    .sort((one, other) => dateOf(one).localeCompare(dateOf(other)))
  const balance = balanceOf(model, payer.name)
  const refused = whenever(
    [open.length === 0, refusal(409, 'no outstanding case')],
    [open.length > 0 && open.every(({ credit }) => credit > balance), short(balance)],
  )
  if (refused.length > 0) return { refused }
  const paid = open.filter((mark) => 'answer' in close(model, mark))
  return {
    status: 200,
    answer: { closed: paid.length, left: open.length - paid.length, wallet: balanceOf(model, payer.name) },
  }
}

/** Permanent: from now on the child's own wallet pays for its active enrolments. */
export function makeIndependent(model: Model, parent: Person, child: Person): Outcome {
  const refused = whenever(
    [!child.parents.includes(parent.name), refusal(404)],
    [child.isIndependent, refusal(409, 'is independent already')],
    [child.isDisable, refusal(409, 'is disabled')],
  )
  if (refused.length > 0) return { refused }
  child.isIndependent = true
  for (const enrolment of model.enrolments)
    if (enrolment.member === child.name && !enrolment.isDisable) enrolment.payer = child.name
  return { status: 200, answer: { _id: child.name, isIndependent: true, wallet: balanceOf(model, child.name) } }
}

export function setDisabled(_: Model, person: Person, isDisable: boolean): Outcome {
  person.isDisable = isDisable
  return { status: 200, answer: { _id: person.name, isDisable } }
}

/** Outstanding cases of the member's own classes, or payable by the member's wallet. */
export const openCasesOf = (model: Model, name: string) =>
  model.marks.filter((mark) => mark.isOutstanding && (mark.wallet === name || mark.member === name)).length
