import { passwordBody } from '@academy/contract/staff/users.ts'
import { randomPassword } from '../platform/runtime/index.ts'
import { type Given, valid } from './command.ts'

/** What was chosen as an option or in NEW_PASSWORD; a UsageError where it is too weak. */
export function chosenPassword({ options }: Given): string | undefined {
  const chosen = options.password ?? process.env.NEW_PASSWORD
  return chosen === undefined ? undefined : valid(passwordBody.shape.password, chosen)
}

/** The password to set, and the line that reports it; a chosen password is not repeated. */
export function passwordFor(given: Given): { password: string; shown: string } {
  const chosen = chosenPassword(given)
  if (chosen !== undefined) return { password: chosen, shown: 'the password you gave' }
  const password = randomPassword()
  return { password, shown: `the password ${password} (shown only this once)` }
}

export const passwordHelp = [
  'Options',
  '  --password TEXT   the password; others on this machine may see it while the command runs.',
  '                    NEW_PASSWORD in the environment does the same unseen. Without either one is made and shown.',
]
