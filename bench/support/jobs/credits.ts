/** A parent at the counter asks where the credits went. */
import assert from 'node:assert/strict'
import type { Hand } from '../hand.ts'
import type { Job } from './job.ts'

interface Asked {
  name: string
  wallet: string
  told: string[]
}

const walletOf = ({ page }: Hand, wallet: string) =>
  page.getByLabel('At a glance').getByText(wallet, { exact: true }).first().innerText()

const question: Pick<Job<Asked>['now'], 'from' | 'given' | 'proof'> = {
  from: '/verify-payment/listing',
  async given({ parents }, turn) {
    const { name, wallet } = parents[turn] ?? { name: '', wallet: 0 }
    return { who: 'clerk', name, wallet: wallet.toLocaleString('en-MY'), told: [] }
  },
  async proof(_, { told, wallet }) {
    assert.deepEqual(told, [wallet])
  },
}

export const credits: Job<Asked> = {
  name: 'a parent asks where the credits went',
  asSpecified: {
    ...question,
    async work(hand, { name, wallet, told }) {
      const { page } = hand
      await hand.find(name)
      await hand.heading(name).waitFor()
      await hand.press('Financial Info', page, 'tab')
      const ledger = page.getByRole('region', { name: 'Wallet history' })
      await ledger.getByText('Class attended').first().waitFor()
      await hand.press('Attendance Records', page, 'tab')
      await hand.row('Present').waitFor()
      told.push(await walletOf(hand, wallet))
    },
  },
  now: {
    ...question,
    async work(hand, { name, wallet, told }) {
      const { page } = hand
      await hand.find(name)
      await hand.heading(name).waitFor()
      // Who came to which class and what it cost, between what was paid in.
      await hand.press('Overview', page, 'tab')
      const happened = page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
      await happened
        .filter({ hasText: /[−-]\d+$/ })
        .first()
        .waitFor()
      told.push(await walletOf(hand, wallet))
    },
  },
}
