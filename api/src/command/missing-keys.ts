import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/runtime/index.ts'

/** What to do about the keys that no back-up holds, before a restored portal is started. */
export function missingKeys(
  { auditKeyFile, filesDir }: Pick<Config, 'auditKeyFile' | 'filesDir'>,
  { tables }: { tables: readonly { name: string; rows: number }[] },
): string[] {
  const hasFactors = tables.some(({ name, rows }) => name === 'second_factor' && rows > 0)
  return [
    ...(existsSync(auditKeyFile)
      ? []
      : [`The key of the audit trail is in no back-up: copy audit-key of the old DATA_DIR to ${auditKeyFile} first`]),
    ...(hasFactors
      ? [
          `The key of authenticator apps and recovery codes is in no back-up: copy files/link.key of the old DATA_DIR to ${join(filesDir, 'link.key')} before the start. Without it passkeys go on; who has none gets in after npm run portal -- reset-second-factor USERNAME`,
        ]
      : []),
  ]
}
