import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Col, Form, type FormInstance, InputNumber, Row } from 'antd'
import { useEffect } from 'react'
import { today } from '../kit/config.ts'
import { showCredit } from '../kit/days.ts'
import { initialValues, third } from '../kit/Fields.tsx'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { formFields } from './form-fields.ts'
import { MemberForm } from './MemberForm.tsx'

interface ProfilePanelProps {
  member: MemberDetail
  open: boolean
  onToggle: () => void
}

/** The top form; folded away it keeps what was entered. */
export function ProfilePanel({ member, open, onToggle }: ProfilePanelProps) {
  return (
    <section className="panel profile-panel">
      <h2>
        <Button
          type="text"
          icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          aria-expanded={open}
          aria-controls="member-profile"
          onClick={onToggle}
        >
          {t('Profile')}
        </Button>
      </h2>
      <div id="member-profile" hidden={!open}>
        <ProfileForm member={member} />
      </div>
    </section>
  )
}

function ProfileForm({ member }: { member: MemberDetail }) {
  const [form] = Form.useForm()
  const { can } = useSession()
  const changesWallet = member.isIndependent && can('membership.wallet') && can(members.update.may)
  const target: number | null | undefined = Form.useWatch('wallet', form)
  const effect = changesWallet ? walletEffect(member.wallet, target) : undefined

  const save = useSend(members.update, { form, effect: () => effect })
  const removePicture = useSend(members.removePicture, { danger: true })

  async function submit({ wallet, ...body }: Record<string, unknown>) {
    const edit = effect && typeof wallet === 'number' ? { wallet, walletWas: member.wallet } : {}
    const saved = await save.send({ params: { id: member._id }, body: { ...body, ...edit } })
    if (!saved) return
    // As the server keeps it: text tidied, a chosen file now the saved picture.
    form.setFieldsValue(initialValues(formFields(member.kind, today(), true), saved))
    // From here on the field follows the wallet again.
    if (changesWallet) form.setFields([{ name: 'wallet', value: saved.wallet, touched: false }])
  }

  return (
    <MemberForm
      form={form}
      kind={member.kind}
      entry={member}
      initial={{ mainIDs: member.mainIDs.map(({ _id }) => _id), wallet: member.wallet }}
      knownParents={member.mainIDs}
      sending={save.sending}
      submitText="Update"
      readOnly={!can(members.update.may)}
      onSubmit={submit}
      onRemovePicture={async (address) => {
        const file = address.split('?')[0]?.split('/').pop() ?? ''
        return (await removePicture.send({ params: { id: member._id, file } })) !== undefined
      }}
    >
      {changesWallet && <WalletSection form={form} wallet={member.wallet} effect={effect} />}
    </MemberForm>
  )
}

/** 'Wallet 120 -> 0, manual edit of -120'; nothing when the wallet stays as it is. */
function walletEffect(wallet: number, target: number | null | undefined): string | undefined {
  if (typeof target !== 'number' || target === wallet) return undefined
  const change = target - wallet
  return t('Wallet {before} -> {after}, manual edit of {change}', {
    before: showCredit(wallet),
    after: showCredit(target),
    change: `${change > 0 ? '+' : ''}${showCredit(change)}`,
  })
}

interface WalletSectionProps {
  form: FormInstance
  wallet: number
  effect: string | undefined
}

function WalletSection({ form, wallet, effect }: WalletSectionProps) {
  // Somebody else may move the wallet while the form is open; an untouched field follows.
  useEffect(() => {
    if (!form.isFieldTouched('wallet')) form.setFieldValue('wallet', wallet)
  }, [form, wallet])
  return (
    <section className="form-section">
      <h2>{t('Wallet')}</h2>
      <Row gutter={24}>
        <Col {...third}>
          <Form.Item
            name="wallet"
            label={t('Wallet')}
            extra={effect ?? t('Sets the balance by hand. Top-ups belong to Buy Package.')}
            rules={[{ required: true, message: t('Wallet is required') }]}
          >
            <InputNumber className="wide" precision={0} min={Math.min(0, wallet)} max={1_000_000} inputMode="numeric" />
          </Form.Item>
        </Col>
      </Row>
    </section>
  )
}
