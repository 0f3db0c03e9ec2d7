/** The till: a package, the money in hand, and the receipt. */
import type { Hand } from '../hand.ts'

interface Sale {
  name: string
  /** The title of the package. */
  bought: string
  /** Who received the money, where the device does not know it yet. */
  coach?: string
}

/** Sells to the member who is at the till, by keys, until the receipt is open and the next member can be scanned. */
export async function sell(hand: Hand, { name, bought, coach }: Sale): Promise<void> {
  const { page } = hand
  await page.getByRole('heading', { level: 2, name }).waitFor()
  const offered = page.getByRole('radio', { name: bought })
  await hand.inFocus(offered)
  await hand.key('Space')
  await hand.key('Enter')
  const received = page.getByLabel('Amount Received (RM)', { exact: true })
  await hand.inFocus(received)
  const [amount = ''] = /(?<=RM )[\d,]+/.exec(await page.getByRole('button', { name: /^Sell .*RM/ }).innerText()) ?? []
  await hand.type('Amount Received (RM)', amount.replaceAll(',', ''))
  if (coach) await hand.choose('Coach Received', coach)
  await hand.inFocus(received)
  const receipt = page.waitForEvent('popup')
  await hand.key('Enter')
  await (await receipt).close()
  await page.getByRole('region', { name: 'Sold' }).waitFor()
}
