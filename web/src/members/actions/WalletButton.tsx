import { walletRequired } from '@academy/contract/members/bodies.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { wholeNumber } from '@academy/contract/platform/number.ts'
import { useState } from 'react'
import { useOpenOrders } from '../../payments/index.ts'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { fieldRule } from '../../platform/form/zod-rule.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { walletEffect } from '../member-text.ts'

type Owner = Pick<MemberDetail, '_id' | 'wallet'>

/** Adjust Wallet: sets the balance by hand; the ledger records the difference as one entry. */
export function WalletButton({ member }: { member: Owner }) {
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ReasonButton
        may="membership.wallet"
        reason={
          can('membership.wallet') && !can(members.update.may) && t('Needs the permission Membership Profile: Edit')
        }
        onClick={() => setOpen(true)}
      >
        {t('Adjust Wallet')}
      </ReasonButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Adjust Wallet')}>
        <WalletForm member={member} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function WalletForm({ member: { _id, wallet }, onClose }: { member: Owner; onClose: () => void }) {
  const [form] = Form.useForm()
  // The balance the user saw first: a change while the dialog is open is shown.
  const [seen] = useState(wallet)
  const target: number | string | null | undefined = Form.useWatch('wallet', form)
  const effect = walletEffect(wallet, target)
  const adjust = useAction(members.update, {
    form,
    onDone: onClose,
    ...useOpenOrders(
      () => ({ members: [_id] }),
      () => effect,
    ),
  })
  return (
    <GuardedForm
      form={form}
      onFinish={(values) =>
        adjust.send({ params: { id: _id }, body: { wallet: Number(values.wallet), walletWas: wallet } })
      }
    >
      {wallet !== seen && (
        <Alert
          type="warning"
          className="wallet-alert"
          title={t('The wallet moved meanwhile: it was {seen} and holds {wallet} now.', {
            seen: showCredit(seen),
            wallet: showCredit(wallet),
          })}
        />
      )}
      <p className="payer">{t('The wallet holds {wallet} credits.', { wallet: showCredit(wallet) })}</p>
      <Form.Item
        name="wallet"
        label={t('New balance')}
        extra={effect ?? t('Sets the balance by hand. Top-ups belong to Buy Package.')}
        required
        rules={[
          fieldRule(wholeNumber({ required: walletRequired })),
          {
            validator: (_rule, value) =>
              value === wallet ? Promise.reject(new Error(t('The wallet holds this already'))) : Promise.resolve(),
          },
        ]}
      >
        <NumberInput />
      </Form.Item>
      <FormButtons sending={adjust.sending} submitText="Adjust Wallet" onCancel={onClose} />
    </GuardedForm>
  )
}
