import { wholeNumber } from '@academy/contract/kit/number.ts'
import { type MemberDetail, members, walletRequired } from '@academy/contract/members/members.ts'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { Dialog } from '../kit/Dialog.tsx'
import { showCredit } from '../kit/days.ts'
import { GuardedForm } from '../kit/Fields.tsx'
import { FormButtons } from '../kit/FormButtons.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { NumberInput } from '../kit/NumberInput.tsx'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { fieldRule } from '../kit/zod-rule.ts'
import { walletEffect } from './member-words.ts'

type Owner = Pick<MemberDetail, '_id' | 'wallet'>

/** Adjust Wallet: sets the balance by hand, which the ledger keeps as one entry of the difference. */
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
  // What the person saw first: a balance that moves under the open dialog is told.
  const [seen] = useState(wallet)
  const target: number | string | null | undefined = Form.useWatch('wallet', form)
  const effect = walletEffect(wallet, target)
  const adjust = useSend(members.update, {
    form,
    onDone: onClose,
    effect: () => effect,
    moves: () => ({ members: [_id] }),
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
          showIcon
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
      <FormButtons sending={adjust.sending} onCancel={onClose} />
    </GuardedForm>
  )
}
