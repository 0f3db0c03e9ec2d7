import { type Factor, secondFactor } from '@academy/contract/staff/second-factor.ts'
import { useState } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Button } from '../ui/first/Button.tsx'
import { KeyIcon, PhoneIcon } from '../ui/first/icons.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './staff.css'

const AddPasskey = lazyComponent(async () => ({ default: (await import('./AddFactor.tsx')).AddPasskey }))
const AddApp = lazyComponent(async () => ({ default: (await import('./AddFactor.tsx')).AddApp }))

const noPasskeys = 'Passkeys need the portal at a name with https'

/** The user's passkeys, authenticator apps and recovery codes. `onAdded` follows once the codes of the first were shown. */
export function SecondFactors({ onAdded }: { onAdded?: () => void }) {
  const { data } = useCall(secondFactor.list, {})
  const [adding, setAdding] = useState<'passkey' | 'totp'>()
  const [codes, setCodes] = useState<string[]>([])
  const renew = useAction(secondFactor.newCodes, { done: false, onDone: (made) => setCodes(made.recoveryCodes) })
  const close = () => setAdding(undefined)
  const factors = data?.items ?? []
  const left = data?.recoveryCodesLeft ?? 0

  function added(recoveryCodes: string[]) {
    close()
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    else onAdded?.()
  }
  const dialog = { needsPassword: factors.length === 0, onAdded: added, onClose: close }
  return (
    <>
      {data && factors.length === 0 && (
        <p className="muted">{t('None yet. With a second factor a stolen password alone opens nothing.')}</p>
      )}
      <ul className="devices">
        {factors.map((factor) => (
          <FactorLine key={factor._id} factor={factor} />
        ))}
      </ul>
      {factors.length > 0 && (
        <p className={left < 3 ? 'second-factor-few' : 'muted'}>
          {t(
            left === 1
              ? '{n} recovery code left, for the day the device is lost.'
              : '{n} recovery codes left, for the day the device is lost.',
            { n: left },
          )}
        </p>
      )}
      <div className="second-factor-buttons">
        <ReasonButton
          icon={<KeyIcon aria-hidden />}
          reason={data && !data.passkeysWork && noPasskeys}
          onClick={() => setAdding('passkey')}
        >
          {t('Add a passkey')}
        </ReasonButton>
        <Button icon={<PhoneIcon aria-hidden />} onClick={() => setAdding('totp')}>
          {t('Add an authenticator app')}
        </Button>
        {factors.length > 0 && (
          <Button loading={renew.sending} onClick={() => renew.send()}>
            {t('New recovery codes')}
          </Button>
        )}
      </div>
      {adding && (
        <Dialog title={t(adding === 'passkey' ? 'Add a passkey' : 'Add an authenticator app')} onClose={close}>
          {adding === 'passkey' ? <AddPasskey {...dialog} /> : <AddApp {...dialog} />}
        </Dialog>
      )}
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes([])
            onAdded?.()
          }}
        />
      )}
    </>
  )
}

function FactorLine({ factor }: { factor: Factor }) {
  const remove = useAction(secondFactor.remove, { danger: true, okText: 'Remove', effect: () => factor.name })
  return (
    <li>
      <div>
        <strong>{factor.name}</strong>
        <p className="muted">
          {t(factor.kind === 'passkey' ? 'Passkey' : 'Authenticator app')},{' '}
          {factor.lastUsed
            ? t('last used {at}', { at: showInstant(factor.lastUsed) })
            : t('added {at}', { at: showInstant(factor.createdAt) })}
        </p>
      </div>
      <Button
        loading={remove.sending}
        aria-label={t('Remove {name}', { name: factor.name })}
        onClick={() => remove.send({ params: { id: factor._id } })}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}
