/**
 * The texts that members are sent, in their language, with the figures of now. They are the academy's words to a family and
 * not words of the screens, so they do not pass through `t`.
 */
import type { Language } from '@academy/contract/messages/languages.ts'
import type { MessageFacts } from '@academy/contract/messages/messages.ts'
import { showAmount, showCredit, showDay, showMoney, showSigned } from '../../platform/client/dates.ts'

type Facts<Kind extends MessageFacts['kind']> = Extract<MessageFacts, { kind: Kind }>

/** Who writes to whom. */
interface Letter {
  name: string
  academy: string
  /** The business day on which it is written. */
  today: string
}

/** One language's words; figures and days come as they are shown. */
interface Words {
  /** Between two sentences. */
  space: string
  greeting(letter: Letter): string
  owed(figures: { cases: number; credit: string; wallet: string }): string
  /** Where the wallet covers what is owed. */
  covered: string
  cancelled(course: string, day: string, isPast: boolean): string
  instead(day: string, time: string): string
  noInstead: string
  expiring(credit: string, day: string): string
  low(credit: string): string
  lasts(classes: number): string
  topUp: string
  cardLink(title: string, amount: string, link: string): string
  receipt(figures: { amount: string; credit: string; day: string; number: string; link: string }): string
  balance(credit: string): string
  until(day: string): string
  /** Of credit that is past its day. */
  expired(day: string): string
  movements: string
  thanks: string
}

const english: Words = {
  space: ' ',
  greeting: ({ name, academy }) => `Hello ${name}, this is ${academy}.`,
  owed: ({ cases, credit, wallet }) =>
    `${cases === 1 ? '1 class is' : `${cases} classes are`} not paid for yet, ${credit} credits in all. Your wallet has ${wallet} credits.`,
  covered: 'They will be taken from it.',
  cancelled: (course, day, isPast) => `The class ${course} on ${day} ${isPast ? 'did' : 'does'} not take place.`,
  instead: (day, time) => `It is made up for on ${day}, ${time}.`,
  noInstead: 'We will tell you when it is made up for.',
  expiring: (credit, day) => `${credit} credits in your wallet expire on ${day}. Please use them until then.`,
  low: (credit) => `Your wallet has ${credit} credits left,`,
  lasts: (classes) =>
    classes < 1 ? 'too few for the next class.' : `enough for about ${classes} ${classes === 1 ? 'class' : 'classes'}.`,
  topUp: 'Please top up at the counter at your next visit.',
  cardLink: (title, amount, link) => `You can pay ${amount} for ${title} by card here:\n${link}`,
  receipt: ({ amount, credit, day, number, link }) =>
    `We received ${amount} on ${day} for ${credit} credits, receipt ${number}:\n${link}`,
  balance: (credit) => `Your wallet has ${credit} credits`,
  until: (day) => `, valid until ${day}`,
  expired: (day) => `, which expired on ${day}`,
  movements: 'The last movements:',
  thanks: 'Thank you!',
}

const malay: Words = {
  space: ' ',
  greeting: ({ name, academy }) => `Salam ${name}, ini ${academy}.`,
  owed: ({ cases, credit, wallet }) =>
    `${cases} kelas belum dibayar, berjumlah ${credit} kredit. Baki dompet anda ${wallet} kredit.`,
  covered: 'Jumlah ini akan ditolak daripadanya.',
  cancelled: (course, day) => `Kelas ${course} pada ${day} dibatalkan.`,
  instead: (day, time) => `Kelas ganti diadakan pada ${day}, ${time}.`,
  noInstead: 'Tarikh kelas ganti akan dimaklumkan.',
  expiring: (credit, day) => `${credit} kredit dalam dompet anda akan luput pada ${day}. Sila gunakannya sebelum itu.`,
  low: (credit) => `Baki dompet anda tinggal ${credit} kredit,`,
  lasts: (classes) => (classes < 1 ? 'tidak cukup untuk kelas seterusnya.' : `cukup untuk kira-kira ${classes} kelas.`),
  topUp: 'Sila tambah nilai di kaunter pada kunjungan seterusnya.',
  cardLink: (title, amount, link) => `Anda boleh membayar ${amount} untuk ${title} dengan kad di sini:\n${link}`,
  receipt: ({ amount, credit, day, number, link }) =>
    `Kami telah menerima ${amount} pada ${day} untuk ${credit} kredit, resit ${number}:\n${link}`,
  balance: (credit) => `Baki dompet anda ${credit} kredit`,
  until: (day) => `, sah hingga ${day}`,
  expired: (day) => `, yang telah luput pada ${day}`,
  movements: 'Pergerakan terakhir:',
  thanks: 'Terima kasih!',
}

const chinese: Words = {
  space: '',
  greeting: ({ name, academy }) => `${name} 您好,这里是 ${academy}。`,
  owed: ({ cases, credit, wallet }) => `您有 ${cases} 堂课尚未付清,共 ${credit} 点。钱包余额 ${wallet} 点。`,
  covered: '届时将从中扣除。',
  cancelled: (course, day) => `${day} 的 ${course} 课程取消。`,
  instead: (day, time) => `补课时间:${day},${time}。`,
  noInstead: '补课时间将另行通知。',
  expiring: (credit, day) => `您钱包里的 ${credit} 点将于 ${day} 到期,请在此之前使用。`,
  low: (credit) => `您的钱包余额为 ${credit} 点,`,
  lasts: (classes) => (classes < 1 ? '不够上下一堂课。' : `大约够上 ${classes} 堂课。`),
  topUp: '请于下次到来时在柜台充值。',
  cardLink: (title, amount, link) => `您可在此以银行卡支付 ${amount} 购买 ${title}:\n${link}`,
  receipt: ({ amount, credit, day, number, link }) =>
    `我们已于 ${day} 收到 ${amount},购买 ${credit} 点,收据 ${number}:\n${link}`,
  balance: (credit) => `您的钱包余额为 ${credit} 点`,
  until: (day) => `,有效期至 ${day}`,
  expired: (day) => `,已于 ${day} 到期`,
  movements: '最近的变动:',
  thanks: '谢谢!',
}

const words: Record<Language, Words> = { en: english, ms: malay, zh: chinese }

function moved(say: Words, { course, date, instead }: Facts<'moved'>, { today }: Letter): string {
  const first = say.cancelled(course, showDay(date), date < today)
  return [first, instead ? say.instead(showDay(instead.date), instead.duration) : say.noInstead].join(say.space)
}

/** A wallet without credit has nothing that could expire. */
function goodUntil(say: Words, { wallet, creditExpired }: Facts<'balance'>, { today }: Letter): string {
  if (creditExpired === null || wallet <= 0) return ''
  return creditExpired < today ? say.expired(showDay(creditExpired)) : say.until(showDay(creditExpired))
}

function balance(say: Words, language: Language, facts: Facts<'balance'>, letter: Letter): string {
  const { wallet, entries } = facts
  const stop = language === 'zh' ? '。' : '.'
  const held = `${say.balance(showCredit(wallet))}${goodUntil(say, facts, letter)}${stop}`
  if (entries.length === 0) return held
  const lines = entries.map(
    ({ date, credit, label, who }) => `${showDay(date)}  ${showSigned(credit)}  ${label}${who ? ` (${who})` : ''}`,
  )
  return [held, say.movements, ...lines].join('\n')
}

function content(say: Words, language: Language, facts: MessageFacts, letter: Letter): string {
  switch (facts.kind) {
    case 'owed': {
      const { cases, credit, wallet } = facts
      const sum = say.owed({ cases, credit: showCredit(credit), wallet: showCredit(wallet) })
      return [sum, wallet < credit ? say.topUp : say.covered].join(say.space)
    }
    case 'moved':
      return moved(say, facts, letter)
    case 'expiring':
      return say.expiring(showCredit(facts.wallet), showDay(facts.date))
    case 'low':
      return [say.low(showCredit(facts.wallet)), say.lasts(facts.classes), say.topUp].join(say.space)
    case 'link':
      return say.cardLink(facts.title, showAmount(facts), facts.link)
    case 'receipt': {
      const { amount, credit, date, orNo: number, link } = facts
      return say.receipt({ amount: showMoney(amount), credit: showCredit(credit), day: showDay(date), number, link })
    }
    default:
      return balance(say, language, facts, letter)
  }
}

export function messageText(facts: MessageFacts, language: Language, letter: Letter): string {
  const say = words[language]
  return [say.greeting(letter), content(say, language, facts, letter), say.thanks].join('\n')
}
