import { sql } from 'kysely'
import { createAdministrator, demoPasswords } from '../../seed/20-staff.ts'
import { seedAcademy } from '../../seed/academy.ts'
import { randomPassword, weaknessOf } from '../platform/runtime/index.ts'
import { refuseSettings } from '../seed.ts'
import { type Command, noWords } from './command.ts'
import { withDatabase, withPortal } from './database.ts'
import { chosenPassword, passwordHelp } from './password.ts'

export const seedDemoCommand: Command = {
  summary: 'fill an empty portal with the demo academy',
  usage: 'seed-demo [--password TEXT]',
  help: [
    'Makes the demo academy: about 300 people, 4 centres, 12 courses and two terms of classes. Only where there are',
    'no members, courses or coaches yet. Its users clerk, coach and owner, and the administrator if there is none',
    'yet, get the password that was given, else those of DEMO_PASSWORD and ADMIN_PASSWORD, else each one of their own.',
    '',
    ...passwordHelp,
  ],
  async run(given) {
    const { config, say } = given
    noWords(given.words, 'seed-demo')
    const { username } = config.admin
    const chosen = chosenPassword(given)
    const passwords = demoPasswords(chosen ?? config.demoPassword)
    const names = [...Object.keys(passwords), username]
    const weakness = chosen && weaknessOf(chosen, { names }, config.company.name)
    if (weakness) throw new Error(weakness)
    refuseSettings(config)
    const own = chosen ?? config.admin.password ?? randomPassword()
    const hasStaff = await withDatabase(config, { make: true }, (database) =>
      withPortal(config, database, async (tx) => {
        const [there] = await tx.query<{ people: boolean; demo: boolean; staff: boolean }>(
          sql`select exists (select 1 from member) or exists (select 1 from course) or exists (select 1 from coach) as people,
            exists (select 1 from staff_user where lower(username) in ('clerk', 'coach', 'owner')) as demo,
            exists (select 1 from staff_user) as staff`,
        )
        if (there?.people)
          throw new Error('There are members, courses or coaches already. The demo needs an empty portal.')
        if (there?.demo) throw new Error('There is a user clerk, coach or owner already. The demo brings its own.')
        if (!there?.staff) await createAdministrator(tx, username, own)
        await seedAcademy(tx, passwords, say)
        return there?.staff ?? false
      }),
    )
    const settingOf = (name: string) =>
      name === username ? config.admin.password && 'ADMIN_PASSWORD' : config.demoPassword && 'DEMO_PASSWORD'
    const words = (name: string, password: string) => {
      if (chosen) return 'the password you gave'
      const setting = settingOf(name)
      return setting ? `the password in ${setting}` : `${password} (shown only this once)`
    }
    say('The demo academy is there. Sign in as')
    for (const [name, password] of Object.entries(hasStaff ? passwords : { ...passwords, [username]: own }))
      say(`  ${name} with ${words(name, password)}`)
    return 0
  },
}
