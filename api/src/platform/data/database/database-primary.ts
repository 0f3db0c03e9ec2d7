/** Several servers in one address, of which one takes changes: a primary and its standbys. */
import type pg from 'pg'
import { addressesIn } from '../../runtime/data-dir/data-location.ts'
import { askServer } from './database-watch.ts'

/** Which of the servers of an address took changes last, by their hosts: whichever role asks. */
const primaries = new Map<string, number>()
const finding = new Map<string, Promise<void>>()

const hostsOf = (servers: string[]) => servers.map((url) => new URL(url).host).join()

/** The address of the one that took changes last; the first, before any was asked. */
export function serverNow(address: string): string {
  const servers = addressesIn(address)
  return servers.length > 1 ? (servers[primaries.get(hostsOf(servers)) ?? 0] ?? address) : address
}

/** Rejects where the server does not answer, or is a standby. */
async function takesChanges(url: string, index: number): Promise<number> {
  const [row] = await askServer<{ isStandby: boolean }>(url, 'select pg_is_in_recovery() as "isStandby"')
  if (row?.isStandby) throw new Error('It is a standby')
  return index
}

/** Asks the servers of an address which of them takes changes, all at once; where none does it stays as it was. */
export function findPrimary(address: string): Promise<void> {
  const servers = addressesIn(address)
  if (servers.length < 2) return Promise.resolve()
  const hosts = hostsOf(servers)
  const found =
    finding.get(hosts) ??
    Promise.any(servers.map(takesChanges))
      .then(
        (index) => void primaries.set(hosts, index),
        () => undefined,
      )
      .finally(() => finding.delete(hosts))
  finding.set(hosts, found)
  return found
}

/** Adds the connection while its server says that it is a standby; the server says so again when that ends. */
export function noteStandbys(client: pg.Client, standbys: WeakSet<pg.Client>): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return
    if (parameterValue === 'on') standbys.add(client)
    else standbys.delete(client)
  })
}
