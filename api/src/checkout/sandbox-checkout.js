/* The sandbox's checkout: the provider's `new Razorpay(options).open()` with three buttons and no money. */
;(() => {
  const root = new URL(document.currentScript.src).pathname.replace(/\/checkout\.js$/, '')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .sandbox-checkout { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); padding: 24px; border: 0;
      border-radius: 12px; color: #1f1f1f; background: #fff; font: 16px/1.5 system-ui, sans-serif; }
    .sandbox-checkout::backdrop { background: rgb(0 0 0 / 0.55); }
    .sandbox-checkout .sandbox-label { margin: -24px -24px 16px; padding: 12px 24px; background: #ffe58f;
      color: #613400; font-weight: 600; }
    .sandbox-checkout h2 { margin: 0; font-size: 18px; }
    .sandbox-checkout .sandbox-amount { margin: 4px 0 16px; font-size: 28px; font-weight: 600; }
    .sandbox-checkout .sandbox-problem { margin: 0 0 16px; color: #a8071a; }
    .sandbox-checkout .sandbox-problem:empty { display: none; }
    .sandbox-checkout button { display: block; width: 100%; min-height: 48px; margin-top: 8px; border: 1px solid #8c8c8c;
      border-radius: 8px; background: #fff; color: inherit; font: inherit; cursor: pointer; }
    .sandbox-checkout button:first-of-type { border-color: #0958d9; background: #0958d9; color: #fff; }
    .sandbox-checkout button:disabled { opacity: 0.6; cursor: default; }
    .sandbox-checkout button:focus-visible { outline: 3px solid #69b1ff; outline-offset: 2px; }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

  const money = new Intl.NumberFormat('en-MY', { minimumFractionDigits: 2 })

  const element = (name, text, className = '') =>
    Object.assign(document.createElement(name), { textContent: text, className })

  /** Leaves the page by posting a form, as the provider does when asked to redirect. */
  function postTo(address, fields) {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: address })
    for (const [name, value] of Object.entries(fields))
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    document.body.append(form)
    form.submit()
  }

  window.Razorpay = class Razorpay {
    #options
    #listeners = []

    constructor(options) {
      this.#options = options
    }

    on(event, listener) {
      if (event === 'payment.failed') this.#listeners.push(listener)
    }

    open() {
      const options = this.#options
      const dialog = element('dialog', '', 'sandbox-checkout')
      dialog.setAttribute('aria-label', 'Sandbox checkout')
      const problem = element('p', '', 'sandbox-problem')
      problem.setAttribute('role', 'alert')
      const amount = `${options.currency === 'MYR' ? 'RM' : options.currency} ${money.format(options.amount / 100)}`
      const pay = element('button', `Pay ${amount}`)
      const decline = element('button', 'Decline')
      const close = element('button', 'Close')
      const buttons = [pay, decline, close]
      dialog.append(
        element('div', 'Test payments: no card is charged', 'sandbox-label'),
        element('h2', options.name ?? ''),
        element('div', options.description ?? ''),
        element('div', amount, 'sandbox-amount'),
        problem,
        ...buttons,
      )

      const leave = () => {
        dialog.close()
        dialog.remove()
      }
      const dismiss = () => {
        leave()
        options.modal?.ondismiss?.()
      }
      const choose = async (pays) => {
        for (const button of buttons) button.disabled = true
        problem.textContent = ''
        try {
          const response = await fetch(`${root}/checkout`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ key: options.key, order_id: options.order_id, pays }),
          })
          const answer = await response.json()
          if (answer.razorpay_payment_id) {
            leave()
            if (options.redirect && options.callback_url) postTo(options.callback_url, answer)
            else options.handler?.(answer)
            return
          }
          problem.textContent = answer.error?.description ?? answer.message
          if (answer.error?.description) for (const listener of this.#listeners) listener(answer)
        } catch {
          problem.textContent = 'The sandbox does not answer. Please try again.'
        }
        for (const button of buttons) button.disabled = false
      }
      pay.onclick = () => choose(true)
      decline.onclick = () => choose(false)
      close.onclick = dismiss
      dialog.oncancel = (event) => {
        event.preventDefault()
        dismiss()
      }
      document.body.append(dialog)
      dialog.showModal()
    }
  }
})()
