/** What the wallets of month.ts did in October, as statements show it. */

/** An entry of a statement; the user is always the same here. */
const entry = (
  date: string,
  time: string,
  label: string,
  ...rest: [string, string, string, string, string, string, string]
) => {
  const [classDate, orNo, coach, assistCoach, direction, credit, balance] = rest
  const before = String(direction === 'In' ? Number(balance) - Number(credit) : Number(balance) + Number(credit))
  const broughtForward = [before, `${date} ${time}`]
  return [
    date,
    time,
    label,
    classDate,
    orNo,
    'test',
    coach,
    assistCoach,
    `Flow ${direction}`,
    ...broughtForward,
    credit,
    balance,
  ]
}
const bought = (
  date: string,
  time: string,
  pack: string,
  orNo: string,
  coach: string,
  credit: string,
  balance: string,
) => entry(date, time, `${pack}, receipt ${orNo}`, '', orNo, coach, '', 'In', credit, balance)
/** A class of ten credits, debited in the evening of its day. */
const attended = (
  course: 'Cheras Taekwondo' | 'Ampang Karate',
  date: string,
  who: string,
  balance: string,
  more: { on?: string; time?: string; direction?: 'In' } = {},
) => {
  const isKarate = course === 'Ampang Karate'
  const { on = date, time = isKarate ? '20:30' : '19:00', direction = 'Out' } = more
  const [coach, assistant] = isKarate ? ['Coach Devi', 'Coach Tan'] : ['Coach Tan', '']
  const label = `${direction === 'In' ? 'Taken back: ' : ''}${course}, ${date}, ${who}`
  return entry(on, time, label, date, '', coach, assistant, direction, '10', balance)
}

/** Every wallet's entries of the month, oldest first. */
export const statements: Record<'kumar' | 'lim' | 'siti' | 'tan', readonly string[][]> = {
  kumar: [
    entry('15-10-2026', '10:00', 'Expired on 10-10-2026', '', '', '', '', 'Out', '40', '0'),
    bought('30-10-2026', '12:00', 'Starter', 'OR-2026-0004', 'Coach Aminah', '120', '120'),
    attended('Cheras Taekwondo', '20-10-2026', 'Kumar Raj', '110', { on: '30-10-2026', time: '12:05' }),
  ],
  lim: [
    attended('Cheras Taekwondo', '06-10-2026', 'Lim Ah Kow', '100'),
    attended('Cheras Taekwondo', '13-10-2026', 'Lim Ah Kow', '90'),
    attended('Cheras Taekwondo', '13-10-2026', 'Lim Ah Kow', '100', {
      on: '14-10-2026',
      time: '09:00',
      direction: 'In',
    }),
    attended('Cheras Taekwondo', '20-10-2026', 'Lim Ah Kow', '90'),
    attended('Cheras Taekwondo', '31-10-2026', 'Lim Ah Kow', '80', { time: '23:59' }),
  ],
  siti: [
    attended('Ampang Karate', '01-10-2026', 'Siti Aminah', '40'),
    attended('Cheras Taekwondo', '06-10-2026', 'Siti Aminah', '30'),
    bought('16-10-2026', '11:00', 'Starter', 'OR-2026-0003', 'Coach Tan', '120', '150'),
    entry(
      '20-10-2026',
      '09:00',
      'Cancelled: Starter, receipt OR-2026-0003, Paid twice',
      '',
      'OR-2026-0003',
      'Coach Tan',
      '',
      'Out',
      '120',
      '30',
    ),
    entry('21-10-2026', '10:00', 'Credit adjustment CA-2026-0001, Put right', '', '', '', '', 'In', '15', '45'),
    attended('Ampang Karate', '22-10-2026', 'Siti Aminah', '35'),
    bought('31-10-2026', '23:59', 'Starter', 'OR-2026-0005', 'Coach Tan', '120', '155'),
  ],
  tan: [
    bought('01-10-2026', '00:00', 'Family', 'OR-2026-0002', 'Coach Devi', '250', '280'),
    attended('Ampang Karate', '01-10-2026', 'Tan Jia Hui', '270'),
    attended('Cheras Taekwondo', '06-10-2026', 'Tan Jia Hui', '260'),
    attended('Cheras Taekwondo', '13-10-2026', 'Tan Jia Hui', '250'),
    attended('Cheras Taekwondo', '13-10-2026', 'Tan Jun Kai', '240'),
    entry('21-10-2026', '10:01', 'Credit adjustment CA-2026-0002, Put right', '', '', '', '', 'Out', '5', '235'),
    attended('Ampang Karate', '22-10-2026', 'Tan Jia Hui', '225'),
    attended('Cheras Taekwondo', '27-10-2026', 'Tan Jun Kai', '215'),
  ],
}
