import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Fold } from './Card.tsx'

const ExpiringWallets = lazyComponent(() => import('./ExpiringWallets.tsx'), <Waiting className="charts-waiting" />)

/** How much credit expires soon; whose it is comes when the part is opened. */
export const Expiring = ({ wallets }: { wallets: Overview['expiringWallets'] }) => (
  <Fold
    late
    id="expiring"
    title="Expiring Wallets"
    tag={wallets.count > 0 && <Tag>{wallets.count}</Tag>}
    note={t('within 30 days, {n} credits', { n: showCredit(wallets.credit) })}
  >
    <ExpiringWallets />
  </Fold>
)
