import { setTimeout } from 'node:timers/promises'
import { lists } from '@academy/contract/lists/lists.ts'
import { liveKinds } from '@academy/contract/live/kinds.ts'
import { changesChannel } from '../../api/src/platform/data/audit/audit-trail.ts'
import { superuser } from './database.ts'

const kinds = [...Object.keys(liveKinds), ...lists.map(({ name }) => name)]
const [shortest, longest] = [100, 800]

/**
 * Tells all open screens, as a commit does, that documents of some kind changed, about twice a second: what is open is read again in the
 * midst of what a test does, as in an academy where many work. Answers how to end it.
 */
export async function makeNoise(): Promise<() => Promise<void>> {
  const client = await superuser()
  const over = new AbortController()
  async function tell() {
    for (;;) {
      await setTimeout(shortest + Math.random() * (longest - shortest), undefined, { signal: over.signal })
      await client.query('select pg_notify($1, $2)', [changesChannel, kinds[Math.floor(Math.random() * kinds.length)]])
    }
  }
  const telling = tell().catch((error) => {
    if (!over.signal.aborted) throw error
  })
  return async () => {
    over.abort()
    await telling
    await client.end()
  }
}
