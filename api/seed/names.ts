import type { Random } from './random.ts'

export interface PersonName {
  name: string
  chName: string | null
  gender: 'Male' | 'Female'
  /** The part that children inherit. */
  family: string
  people: People
}
export type People = 'Malay' | 'Chinese' | 'Indian' | 'Other'

const malay = {
  Male: [
    'Ahmad Faiz',
    'Muhammad Haziq',
    'Amirul Hakim',
    'Irfan Danial',
    'Adam Rayyan',
    'Hafiz',
    'Khairul Anuar',
    'Zulkifli',
    'Azlan',
    'Syafiq',
    'Luqman',
    'Izz Zahran',
  ],
  Female: [
    'Nur Aisyah',
    'Siti Nurhaliza',
    'Nurul Izzah',
    'Farah Nadia',
    'Aina Sofea',
    'Puteri Balqis',
    'Zulaikha',
    'Hanis',
    'Nor Azlina',
    'Wan Maryam',
    'Qaisara',
    'Damia',
  ],
}
const malayFathers = [
  'Abdullah',
  'Rahman',
  'Ismail',
  'Hassan',
  'Yusof',
  'Kamaruddin',
  'Othman',
  'Salleh',
  'Razak',
  'Hashim',
  'Zainal',
  'Idris',
]

const surnames: readonly (readonly [string, string])[] = [
  ['Tan', '陈'],
  ['Lim', '林'],
  ['Lee', '李'],
  ['Wong', '黄'],
  ['Ng', '吴'],
  ['Chong', '张'],
  ['Cheah', '谢'],
  ['Ooi', '黄'],
  ['Yap', '叶'],
  ['Teoh', '张'],
  ['Goh', '吴'],
  ['Chan', '陈'],
  ['Low', '刘'],
  ['Khoo', '邱'],
  ['Liew', '廖'],
  ['Foo', '符'],
]
const chinese: Record<'Male' | 'Female', readonly (readonly [string, string])[]> = {
  Male: [
    ['Wei Jie', '伟杰'],
    ['Jun Hao', '俊豪'],
    ['Zhi Xuan', '志轩'],
    ['Kok Wai', '国伟'],
    ['Boon Keat', '文杰'],
    ['Yi Heng', '奕恒'],
    ['Chee Meng', '志明'],
    ['Jia Jun', '家俊'],
    ['Wen Kai', '文凯'],
    ['Zi Yang', '子扬'],
  ],
  Female: [
    ['Mei Ling', '美玲'],
    ['Hui Min', '慧敏'],
    ['Xin Yi', '欣怡'],
    ['Jia Yi', '佳怡'],
    ['Siew Lan', '秀兰'],
    ['Pei Shan', '佩珊'],
    ['Yee Wen', '怡雯'],
    ['Zi Qi', '子琪'],
    ['Li Ting', '丽婷'],
    ['Kah Yan', '嘉欣'],
  ],
}

const indian = {
  Male: ['Arjun', 'Kavin', 'Prakash', 'Vikneswaran', 'Dinesh', 'Sanjay', 'Ravi', 'Thinesh', 'Harish', 'Logan'],
  Female: ['Priya', 'Kavitha', 'Lavanya', 'Shalini', 'Divya', 'Anjali', 'Meena', 'Thivya', 'Revathi', 'Nisha'],
}
const indianFathers = ['Subramaniam', 'Krishnan', 'Muthusamy', 'Ramasamy', 'Nair', 'Pillai', 'Raju', 'Govindasamy']

const others: readonly PersonName[] = [
  { name: 'Jonathan anak Jugah', chName: null, gender: 'Male', family: 'Jugah', people: 'Other' },
  { name: 'Olivia Fernandez', chName: null, gender: 'Female', family: 'Fernandez', people: 'Other' },
  { name: 'Sean O’Connor', chName: null, gender: 'Male', family: 'O’Connor', people: 'Other' },
  { name: 'Sakura Watanabe', chName: '渡辺さくら', gender: 'Female', family: 'Watanabe', people: 'Other' },
  { name: 'Chloe De Souza', chName: null, gender: 'Female', family: 'De Souza', people: 'Other' },
  { name: 'Marcus Kadazan Lojikim', chName: null, gender: 'Male', family: 'Lojikim', people: 'Other' },
]

/** A person of any of the country's peoples; children carry the family's name. */
export function personName(random: Random, family?: { family: string; people: People }): PersonName {
  const gender = random.pick(['Male', 'Female'] as const)
  const share = random.between(1, 100)
  const people = family?.people ?? (share <= 42 ? 'Malay' : share <= 78 ? 'Chinese' : share <= 95 ? 'Indian' : 'Other')
  if (people === 'Malay') {
    const father = family?.family ?? random.pick(malayFathers)
    const link = gender === 'Male' ? 'bin' : 'binti'
    return { name: `${random.pick(malay[gender])} ${link} ${father}`, chName: null, gender, family: father, people }
  }
  if (people === 'Chinese') {
    const [surname, character] = surnames.find(([name]) => name === family?.family) ?? random.pick(surnames)
    const [given, characters] = random.pick(chinese[gender])
    return { name: `${surname} ${given}`, chName: character + characters, gender, family: surname, people }
  }
  if (people === 'Indian') {
    const father = family?.family ?? random.pick(indianFathers)
    const link = gender === 'Male' ? 'a/l' : 'a/p'
    return { name: `${random.pick(indian[gender])} ${link} ${father}`, chName: null, gender, family: father, people }
  }
  const other = random.pick(others)
  if (!family) return other
  return {
    ...other,
    name: `${random.pick(['Ethan', 'Sofia', 'Lucas', 'Mia'])} ${family.family}`,
    family: family.family,
  }
}
