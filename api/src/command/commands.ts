import { backupCommand, fetchCommand, restoreCommand } from './backup-commands.ts'
import type { Command } from './command.ts'
import { migrateCommand, movedCommand, rebuildCommand } from './database-commands.ts'
import { createAdminCommand, resetPasswordCommand, resetSecondFactorCommand } from './rescue-commands.ts'
import { seedDemoCommand } from './seed-demo-command.ts'
import { verifyCommand } from './verify-command.ts'

/** By name, in the order in which the overview lists them. */
export const commands: Readonly<Record<string, Command>> = {
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'seed-demo': seedDemoCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'fetch-backup': fetchCommand,
  'moved-to': movedCommand,
  migrate: migrateCommand,
  rebuild: rebuildCommand,
  verify: verifyCommand,
}
