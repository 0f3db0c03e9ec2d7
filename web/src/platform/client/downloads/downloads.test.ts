import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { type Pace, receive } from './downloads.ts'
import { currentDownloads } from './downloads-shown.ts'

const pace: Pace = { long: 1, poll: 5, silence: 60_000 }
const file = 'Report.xlsx'
const under = () => currentDownloads().under

/** A response whose body is sent piece by piece. */
function answerOf() {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller
    },
  })
  const answer = new Response(body, { headers: { 'content-type': 'application/x' } })
  return {
    answer,
    give: (text: string) => source?.enqueue(new TextEncoder().encode(text)),
    end: () => source?.close(),
    fail: () => source?.error(new TypeError('network error')),
  }
}

const busy = (retryAfter?: number) =>
  new ApiError({ statusCode: 503, error: 'Service Unavailable', message: 'Too many exports' }, retryAfter)

test('a file comes piece by piece, and the panel knows how far it is', async () => {
  const { answer, give, end } = answerOf()
  const got = receive(
    file,
    {
      answer: async () => answer,
      state: async () => ({ state: 'making', ahead: 0, making: 1, rows: 12_000, expected: 100_000 }),
    },
    pace,
  )
  give('one, ')
  await expect
    .poll(under)
    .toMatchObject([{ file, phase: 'preparing', isLong: true, bytes: 5, rows: 12_000, expected: 100_000 }])
  give('two')
  end()
  expect(await (await got)?.text()).toBe('one, two')
  expect(currentDownloads()).toEqual({ under: [], got: file })
})

test('who waits in line is told how many are before', async () => {
  const { promise: turn, resolve } = Promise.withResolvers<Response>()
  const state = { state: 'waiting', ahead: 1, making: 2, rows: 0, expected: null } as const
  const got = receive(file, { answer: () => turn, state: async () => state }, pace)
  await expect.poll(under).toMatchObject([{ phase: 'waiting', ahead: 1, making: 2 }])
  resolve(new Response('done'))
  expect(await (await got)?.text()).toBe('done')
})

test('cancelled is no failure: the call is left and nothing is saved', async () => {
  let left = false
  const got = receive(
    file,
    {
      answer: (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            left = true
            reject(signal.reason)
          }),
        ),
    },
    pace,
  )
  under()[0]?.cancel()
  expect(await got).toBeNull()
  expect(left).toBe(true)
  expect(under()).toEqual([])
})

test('when the line is full it is asked for again, and may be cancelled meanwhile', async () => {
  let asked = 0
  const answer = async () => {
    asked++
    if (asked === 1) throw busy(0.02)
    return new Response('second time')
  }
  const got = receive(file, { answer }, pace)
  await expect.poll(under, { interval: 1 }).toMatchObject([{ phase: 'full' }])
  expect(await (await got)?.text()).toBe('second time')
  const refused = async () => {
    throw busy(3600)
  }
  const waiting = receive(file, { answer: refused }, pace)
  await expect.poll(under).toMatchObject([{ phase: 'full' }])
  under()[0]?.cancel()
  expect(await waiting).toBeNull()
})

test('a refusal, a file that breaks off and an error in a file’s place are told in words', async () => {
  const refuse = async () => {
    throw busy()
  }
  await expect(receive(file, { answer: refuse }, pace)).rejects.toThrow('Too many exports')
  const broken = answerOf()
  const got = receive(file, { answer: async () => broken.answer }, pace)
  broken.give('half of')
  broken.fail()
  await expect(got).rejects.toThrow('The download broke off. Please try again.')
  const json = Response.json({ statusCode: 400, message: 'No rows' })
  await expect(receive(file, { answer: async () => json }, pace)).rejects.toThrow('No rows')
  expect(under()).toEqual([])
})

test('silence ends a download', async () => {
  const { answer } = answerOf()
  await expect(receive(file, { answer: async () => answer }, { ...pace, silence: 20 })).rejects.toThrow(
    'The portal took too long to answer. Please try again.',
  )
})
