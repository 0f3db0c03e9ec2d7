/** Does at a screen what a person does, and counts it. */
import type { Locator, Page } from '@playwright/test'

export interface Count {
  clicks: number
  /** Fields typed into, and special keys. */
  keys: number
  /** Changes of the page's address without its query. */
  screens: number
  /** Documents that the browser loaded. */
  loads: number
}

/** Longer than the time within which a second tap makes a double one. */
const doubleTapMs = 450

export class Hand {
  readonly count: Count = { clicks: 0, keys: 0, screens: 0, loads: 0 }

  readonly page: Page
  private readonly touch: boolean

  constructor(page: Page, touch = false) {
    this.page = page
    this.touch = touch
    let shown = new URL(page.url()).pathname
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url())
      if (frame !== page.mainFrame() || pathname === shown) return
      shown = pathname
      this.count.screens++
    })
    page.on('load', () => this.count.loads++)
  }

  async click(target: Locator): Promise<void> {
    this.count.clicks++
    await (this.touch ? target.tap() : target.click())
  }

  /** A button, or what else has this role, by its name. */
  press = (name: string | RegExp, within: Page | Locator = this.page, role: Role = 'button') =>
    this.click(within.getByRole(role, { name, exact: typeof name === 'string' }).first())

  /** Into a field by its label, which Tab or the eye reaches: one key, however long the text. */
  async type(label: string, text: string, within: Page | Locator = this.page): Promise<void> {
    this.count.keys++
    await within.getByLabel(label, { exact: true }).first().fill(text)
  }

  /** Waits until the next key goes there by itself. */
  inFocus = (target: Locator) => target.and(this.page.locator(':focus')).waitFor()

  async key(name: string): Promise<void> {
    this.count.keys++
    await this.page.keyboard.press(name)
  }

  /** A member or a page, from anywhere: the first that is found opens. */
  async find(name: string): Promise<void> {
    await this.key('Control+k')
    await this.type('Find a member or page', name, this.page.getByRole('dialog'))
    await this.page.getByRole('option', { name }).first().waitFor()
    await this.key('Enter')
  }

  /** From a list that opens with a click; where it is long, with part of the option typed. */
  async choose(label: string, option: string, within: Page | Locator = this.page, typed = false): Promise<void> {
    const box = within.getByRole('combobox', { name: label })
    await this.click(box)
    if (typed) {
      this.count.keys++
      await box.fill(option)
    }
    // Of who was typed there may be more in the option: another name, the family.
    const named = typed ? { hasText: new RegExp(`^${option}`) } : { has: this.page.getByText(option, { exact: true }) }
    const offered = this.page.getByRole('listbox').getByRole('option').filter(named)
    await this.click(offered.and(this.page.getByRole('option', { disabled: false })).first())
    await offered.first().waitFor({ state: 'hidden' })
    // A thumb is not faster: what comes sooner at the same place counts as a double tap, which the portal ignores.
    if (this.touch) await this.page.waitForTimeout(doubleTapMs)
  }

  /** Agrees to a question. */
  async agree(question: string, yes = 'OK'): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: question })
    await this.press(yes, dialog)
    await dialog.waitFor({ state: 'hidden' })
  }

  /** Sends a form, which asks once, and waits for what shows that it is done. */
  async submit(within: Page | Locator, done: Locator, button = 'Submit'): Promise<void> {
    await this.press(button, within)
    await this.agree('Are you sure to submit?')
    await done.waitFor()
  }

  /** Takes a file away. */
  async save(button: string): Promise<string> {
    const started = this.page.waitForEvent('download')
    await this.press(button)
    const download = await started
    await download.path()
    return download.suggestedFilename()
  }

  heading = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name })

  dialog = (name: string) => this.page.getByRole('dialog', { name })

  row = (...words: string[]) =>
    words.reduce((rows, hasText) => rows.filter({ hasText }), this.page.getByRole('row')).first()
}

type Role = Parameters<Page['getByRole']>[0]
