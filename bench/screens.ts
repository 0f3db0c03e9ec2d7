/** Scripts sent, time to the first rows, taps on the marking list, and what a person does: `npm run bench screens`. */
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { scriptsOf, sum } from '../e2e/support/scripts.ts'
import {
  onPage,
  type State,
  signedIn,
  slowestOf,
  tapToPaint,
  tapWork,
  timeToRows,
  visit,
  withBrowser,
} from './support/browser.ts'
import { signIn } from './support/caller.ts'
import { median, print, quantile, repeat } from './support/figures.ts'
import { withDemoPortal } from './support/portal.ts'

const slowdown = 4
const rounds = 5

const kilobytes = (bytes: number) => Math.round(bytes / 1000)

const items = z.object({ items: z.array(z.object({ _id: z.string() })) })
const sessions = z.object({
  items: z.array(
    z.object({
      _id: z.string(),
      date: z.string(),
      isAttendanceTaken: z.boolean(),
      course: z.object({ _id: z.string() }),
    }),
  ),
})

/** Paths of every kind of screen, with ids of the demo academy, and of an unmarked class. */
async function screensOf(address: string) {
  const owner = await signIn(address)
  const [members, courses, classes] = await Promise.all([
    owner.call(items, 'GET', '/member?isAdult=true&limit=1'),
    owner.call(items, 'GET', '/course?limit=1'),
    owner.call(sessions, 'GET', '/class?limit=1000&sort=-date'),
  ])
  const now = (await owner.call(z.object({ today: z.string() }), 'GET', '/config')).today
  const open = classes.items.find(({ date, isAttendanceTaken }) => date <= now && !isAttendanceTaken)
  const [course, member] = [courses.items[0]?._id, members.items[0]?._id]
  return {
    marking: `/markAttendance/class?id=${open?.course._id}&year=${open?.date.slice(0, 4)}&class=${open?._id}`,
    further: [
      '/dashboard/overview',
      '/belt/create',
      '/coach/listing',
      '/coach/create',
      '/holiday/listing',
      '/credit-package/create',
      '/membership/listing',
      '/membership/create/adult',
      '/membership/create/kids',
      `/membership/edit/${member}`,
      '/verify-payment/listing',
      '/course/listing',
      '/course/create',
      `/course/schedule/${course}`,
      '/markAttendance/listing',
      `/markAttendance/class?id=${course}`,
      '/outstanding-credit/listing',
    ],
  }
}

async function sizes(browser: Browser, address: string, state: State, further: readonly string[]) {
  const scripts = (path: string, as?: State) =>
    onPage(browser, { address, state: as }, (page) => scriptsOf(page, address, path))
  const first = await scripts('/belt/listing', state)
  const rows: (string | number)[][] = [
    ['/auth/login', kilobytes(sum((await scripts('/auth/login')).values())), 90],
    ['/belt/listing, the first list', kilobytes(sum(first.values())), 185],
  ]
  for (const path of further) {
    const more = [...(await scripts(path, state))].filter(([script]) => !first.has(script))
    rows.push([
      path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '...'),
      `+${kilobytes(sum(more.map(([, size]) => size)))}`,
      40,
    ])
  }
  print(['screen', 'scripts, KB gzip', 'aim'], rows)
}

async function times(browser: Browser, address: string, state: State, marking: string) {
  const rows: (string | number)[][] = []
  for (const path of ['/membership/listing', '/verify-payment/listing']) {
    const took = await repeat(rounds, () =>
      onPage(browser, { address, state, slowdown }, (page) => timeToRows(page, path, 10)),
    )
    rows.push([`first 10 rows of ${path}, ms`, Math.round(median(took)), Math.round(quantile(took, 1)), 1500])
    const far = await repeat(rounds, () =>
      onPage(browser, { address, state, isFar: true }, (page) => timeToRows(page, path, 10)),
    )
    rows.push(['the same from 60 ms away, at full speed', Math.round(median(far)), Math.round(quantile(far, 1)), ''])
  }
  const taps = await onPage(browser, { address, state, slowdown, phone: true }, async (page) => {
    await page.route('**/enrollment/attendance/students/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: widened(await answer.json(), 300) })
    })
    await page.goto(marking)
    await page.locator('.marking-row [role=switch]').nth(299).waitFor({ state: 'attached' })
    const work = await tapWork(page, '.marking-row [role=switch]', 20)
    return { paint: await tapToPaint(page, '.marking-row [role=switch]', 20), work }
  })
  rows.push(['tap to paint, marking list of 300, ms', median(taps.paint), quantile(taps.paint, 1), 100])
  const kinds = { own: 'of that script, style and layout until the frame, ms', painted: 'the same with painting, ms' }
  for (const kind of ['own', 'painted'] as const) {
    const cost = taps.work.map((work) => Math.round(work[kind] * 10) / 10)
    rows.push([kinds[kind], median(cost), quantile(cost, 1), 16])
  }
  print([`at ${slowdown}x CPU slow-down`, 'median', 'slowest', 'aim'], rows)
}

/** Pages opened from another, and how long what a person does takes to be seen. */
async function everyday(browser: Browser, address: string, state: State) {
  const rows: (string | number)[][] = []
  for (const [from, link] of [
    ['/membership/listing', 'Verify Payment'],
    ['/verify-payment/listing', 'Membership Profile'],
  ] as const) {
    const visits = await repeat(rounds, () =>
      onPage(browser, { address, state, slowdown }, (page) => visit(page, from, link, 10)),
    )
    const took = visits.map((one) => one.rows)
    rows.push([`${link} from another page, 10 rows, ms`, Math.round(median(took)), Math.round(quantile(took, 1)), 300])
    const moved = visits.map((one) => Math.round(one.moved * 1000) / 1000)
    rows.push(['what moves after they stand (layout shift)', median(moved), quantile(moved, 1), 0])
  }
  const works = {
    'three letters in a search': (page: Page) =>
      page.getByRole('searchbox').first().pressSequentially('tan', { delay: 150 }),
    'opening a select': (page: Page) => page.getByRole('search').getByRole('combobox').first().click(),
    'sorting a list': (page: Page) => page.getByRole('columnheader', { name: 'Name', exact: true }).click(),
  }
  for (const [name, work] of Object.entries(works)) {
    const took = await repeat(rounds, () =>
      onPage(browser, { address, state, slowdown }, async (page) => {
        await page.goto('/membership/listing', { waitUntil: 'networkidle' })
        return slowestOf(page, () => work(page))
      }),
    )
    rows.push([`${name}, to paint, ms`, median(took), quantile(took, 1), 100])
  }
  print([`at ${slowdown}x CPU slow-down`, 'median', 'slowest', 'aim'], rows)
}

const students = z.object({
  items: z.array(
    z.looseObject({
      _id: z.string(),
      member: z.looseObject({ _id: z.string() }),
      walletMember: z.looseObject({ _id: z.string() }),
    }),
  ),
})

/** A class with so many students: copies of its families, each with a wallet of its own. */
function widened(answer: unknown, count: number) {
  const { items: those } = students.parse(answer)
  const many = Array.from({ length: count }, (_, n) => {
    const one = those[n % those.length]
    const again = Math.floor(n / those.length)
    return {
      ...one,
      _id: `${one?._id}-${again}`,
      member: { ...one?.member, _id: `${one?.member._id}-${again}` },
      walletMember: { ...one?.walletMember, _id: `${one?.walletMember._id}-${again}` },
    }
  })
  return { items: many, total: count }
}

await withDemoPortal(({ address }) =>
  withBrowser(async (browser) => {
    const { marking, further } = await screensOf(address)
    const state = await signedIn(browser, address)
    await sizes(browser, address, state, further)
    await times(browser, address, state, marking)
    await everyday(browser, address, state)
  }),
)
