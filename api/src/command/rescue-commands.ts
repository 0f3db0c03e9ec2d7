/** For the day nobody can sign in, or one user cannot. */
import { loginBody } from '@academy/contract/staff/auth.ts'
import { userFields } from '@academy/contract/staff/users.ts'
import { createAdmin, removeSecondFactor, setPassword } from '../staff/sign-in/rescue.ts'
import { type Command, oneWord, valid } from './command.ts'
import { withDatabase, withPortal } from './database.ts'
import { passwordFor, passwordHelp } from './password.ts'

export const createAdminCommand: Command = {
  summary: 'add a user who can do everything',
  usage: 'create-admin USERNAME [--password TEXT]',
  help: [
    'Adds a user in a group that holds every permission, for the day nobody can sign in any more.',
    '',
    ...passwordHelp,
  ],
  async run(given) {
    const username = valid(userFields.username.schema, oneWord(given, 'the username'))
    const { password, shown } = passwordFor(given)
    const role = await withDatabase(given.config, { make: true }, (database) =>
      withPortal(given.config, database, (tx) => createAdmin(tx, username, password)),
    )
    given.say(`Created user ${username} in the group ${role}. Sign in with ${shown}`)
    return 0
  },
}

export const resetPasswordCommand: Command = {
  summary: 'give a user a new password',
  usage: 'reset-password USERNAME [--password TEXT] [--enable]',
  help: [
    'Sets a new password. The user is signed out everywhere, and earlier wrong passwords are forgotten.',
    '',
    ...passwordHelp,
    '  --enable          enables the user as well',
  ],
  async run(given) {
    const username = valid(loginBody.shape.username, oneWord(given, 'the username'))
    const { password, shown } = passwordFor(given)
    const user = await withDatabase(given.config, {}, (database) =>
      withPortal(given.config, database, (tx) => setPassword(tx, username, password, given.options.enable ?? false)),
    )
    given.say(`${user.username} can sign in with ${shown}`)
    if (user.isDisable) given.say(`${user.username} is disabled, though. Say --enable to change that.`)
    return 0
  },
}

export const resetSecondFactorCommand: Command = {
  summary: 'remove the second factors of a user who lost them',
  usage: 'reset-second-factor USERNAME',
  help: [
    'Removes the passkeys, authenticator apps and recovery codes of a user, who is signed out everywhere and signs in',
    'with the password alone until a second factor is added again.',
  ],
  async run(given) {
    const username = valid(loginBody.shape.username, oneWord(given, 'the username'))
    const name = await withDatabase(given.config, {}, (database) =>
      withPortal(given.config, database, (tx) => removeSecondFactor(tx, username)),
    )
    given.say(`${name} signs in without a second factor`)
    return 0
  },
}
