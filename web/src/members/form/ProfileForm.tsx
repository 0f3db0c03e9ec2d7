import { type MemberEdit, memberEdit, walletRequired } from '@academy/contract/members/bodies.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { wholeNumber } from '@academy/contract/platform/number.ts'
import { type ReactNode, useEffect } from 'react'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { today, useToday } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { initialValues } from '../../platform/form/Fields.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { fileOf } from '../../platform/form/PictureInput.tsx'
import { fieldRule } from '../../platform/form/zod-rule.ts'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { walletEffect } from '../member-text.ts'
import { formFields } from './form-fields.ts'
import { MemberForm } from './MemberForm.tsx'

const valuesOf = (member: MemberDetail): Record<string, unknown> => ({
  ...initialValues(formFields(member.kind, today(), true), member),
  mainIDs: member.mainIDs.map(({ _id }) => _id),
})

interface ProfileFormProps {
  member: MemberDetail
  onSaved?: () => void
  /** Shown beside Update. */
  buttons?: ReactNode
  /** Passed in when the caller needs to know whether anything was entered. */
  form?: FormInstance
}

/** A member's fields, editable for those who may. */
export function ProfileForm({ member, onSaved, buttons, form: given }: ProfileFormProps) {
  const [form] = Form.useForm(given)
  const day = useToday()
  const { can } = useSession()
  const changesWallet = member.isIndependent && can('membership.wallet') && can(members.update.may)
  const target: number | string | null | undefined = Form.useWatch('wallet', form)
  const effect = changesWallet ? walletEffect(member.wallet, target) : undefined
  const params = { id: member._id }

  const version = useEditConflict({ form, record: member, valuesOf, read: () => call(members.get, { params }) })
  const save = useAction(members.update, { form, effect: () => effect, prepare: version.prepare })
  const removePicture = useAction(members.removePicture, { danger: true })

  async function submit({ wallet, ...body }: MemberEdit) {
    const edit = effect && typeof wallet === 'number' ? { wallet, walletWas: member.wallet } : {}
    const saved = await save.send({ params, body: { ...body, ...edit } })
    if (!saved) return
    // As the server stores it: text trimmed, a chosen file replaced by the saved picture.
    version.adopt(saved)
    // From here on the field follows the wallet again.
    if (changesWallet) form.setFields([{ name: 'wallet', value: saved.wallet, touched: false }])
    onSaved?.()
  }

  async function onRemovePicture(address: string) {
    const without = await removePicture.send({ params: { ...params, file: fileOf(address) } })
    if (without) version.accept({ picture: null, pictureDIR: null, thumbnail: null, updatedAt: without.updatedAt })
    return without !== undefined
  }

  return (
    <MemberForm<MemberEdit>
      form={form}
      kind={member.kind}
      schema={memberEdit[member.kind]}
      entry={member}
      initial={{ ...valuesOf(member), wallet: member.wallet }}
      knownParents={member.mainIDs}
      // An independent child may have no parents left.
      parentsOptional={member.isIndependent && member.mainIDs.length === 0}
      sending={save.sending}
      submitText="Update"
      readOnly={!can(members.update.may)}
      onSubmit={submit}
      onRemovePicture={onRemovePicture}
      notice={<EditConflictNotice conflict={version} fields={formFields(member.kind, day, true)} />}
      buttons={buttons}
    >
      {changesWallet && <WalletSection form={form} wallet={member.wallet} effect={effect} />}
    </MemberForm>
  )
}

interface WalletSectionProps {
  form: FormInstance
  wallet: number
  effect: string | undefined
}

function WalletSection({ form, wallet, effect }: WalletSectionProps) {
  // The wallet can change while the form is open; an untouched field follows it.
  useEffect(() => {
    if (!form.isFieldTouched('wallet')) form.setFieldValue('wallet', wallet)
  }, [form, wallet])
  return (
    <section className="form-section">
      <h2>{t('Wallet')}</h2>
      <div className="field-grid">
        <Form.Item
          name="wallet"
          label={t('Wallet')}
          extra={effect ?? t('Sets the balance by hand. Top-ups belong to Buy Package.')}
          rules={[fieldRule(wholeNumber({ required: walletRequired, min: Math.min(0, wallet) }))]}
        >
          <NumberInput />
        </Form.Item>
      </div>
    </section>
  )
}
