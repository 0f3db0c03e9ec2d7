/** What everyday jobs find in the demo academy, and what is true of it afterwards. */
import { z } from 'zod'
import { type Caller, signIn } from './caller.ts'
import { password } from './portal.ts'

const made = z.looseObject({ _id: z.string() })
const itemsOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) })
const labelled = itemsOf(z.object({ _id: z.string(), label: z.string() }))
const person = z.object({ _id: z.string(), name: z.string(), kind: z.string(), wallet: z.number() })
const sold = z.object({ _id: z.string(), title: z.string(), credit: z.number(), addition: z.number().nullable() })

/** The demo academy as its owner reads and prepares it over HTTP. */
export async function academyAt(address: string) {
  const owner = await signIn(address)
  const labels = async (list: string) => (await owner.call(labelled, 'GET', `/lookup/${list}?limit=50`)).items
  const read = <S extends z.ZodType>(shape: S, path: string) => owner.call(shape, 'GET', path)
  const everybody = (await read(itemsOf(person), '/member?isDisable=false&limit=1000')).items
  const isOnly = ({ name }: { name: string }) => everybody.filter((other) => other.name.includes(name)).length === 1
  const waiting = (await read(itemsOf(z.object({ createdBy: made })), '/payment?status=Pending&limit=1000')).items
  const hasOrder = ({ _id }: { _id: string }) => waiting.some(({ createdBy }) => createdBy._id === _id)
  const { today } = await read(z.object({ today: z.string() }), '/config')
  const [bought] = (await read(itemsOf(sold), '/credit-package?isDisable=false&sort=%2Bcredit')).items
  const [[coach, treasurer, ...more], [course]] = await Promise.all([labels('coach'), labels('course')])
  if (!bought || !coach || !treasurer || !course) throw new Error('The demo academy has no package, coach or course')
  return {
    address,
    today,
    coach,
    /** Another coach, who takes the cash of an evening. */
    treasurer,
    /** Two more who take cash. */
    others: more.slice(0, 2),
    course: course.label,
    bought: { _id: bought._id, title: bought.title, credit: bought.credit + (bought.addition ?? 0) },
    /** Those with credit and no open order whose name nobody else has. */
    adults: everybody.filter((one) => one.kind === 'adult' && one.wallet > 0 && !hasOrder(one) && isOnly(one)),
    parents: everybody.filter((one) => one.kind === 'parent' && one.wallet > 0 && isOnly(one)),
    read,
    items: async <S extends z.ZodType>(item: S, path: string) => (await read(itemsOf(item), path)).items,
    member: async (name: string) =>
      (await read(itemsOf(person), `/member?searchText=${encodeURIComponent(name)}`)).items[0],
    owner: {
      send: owner.call,
      post: (path: string, body: unknown) => owner.call(made, 'POST', path, body),
      put: (path: string, body: unknown) => owner.call(made, 'PUT', path, body),
    },
  }
}
export type Academy = Awaited<ReturnType<typeof academyAt>>

/** A coach who marks the own classes and may enrol whoever walks in. */
export async function newCoach({ address, owner, coach }: Academy, username: string): Promise<void> {
  const permissions = { attendance: ['view', 'mark', 'edit'], membership: ['view', 'edit'], course: ['view'] }
  const group = await owner.post('/user-group', { role: username, permissions })
  const first = `First-${password}`
  await owner.post('/user', { username, password: first, userGroup: group._id, coachRelated: coach._id })
  const newcomer: Caller = await signIn(address, username, first)
  await newcomer.call(z.unknown(), 'PUT', '/auth/password', { current: first, password })
}
