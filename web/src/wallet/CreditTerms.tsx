/** What a class costs and who pays, as form fields of an enrolment or a walk-in. */
import {
  type CourseCredits,
  type CreditType,
  enrolmentBody,
  enrolments,
} from '@academy/contract/attendance/enrolments.ts'
import { WalletSelect } from '../members/index.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { zodItem } from '../platform/form/zod-rule.ts'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { Select } from '../ui/form/Select.tsx'
import { creditChoices } from './credit-choices.ts'
import './credit-terms.css'

interface CreditTypeItemProps {
  /** Ids; empty until they are chosen. */
  member: string
  courseId: string
  course: CourseCredits | undefined
  /** Type of the enrolment being edited. */
  present?: CreditType | undefined
  onChange: (creditType: CreditType) => void
}

/** The credit types in order; a disabled one says why. */
export function CreditTypeItem({ member, courseId, course, present, onChange }: CreditTypeItemProps) {
  const { can } = useSession()
  const { data } = useCall(
    enrolments.countTrial,
    { params: { member, course: courseId } },
    { enabled: member !== '' && courseId !== '' && can(enrolments.countTrial.may) },
  )
  const choices = creditChoices({ course, trials: data?.count, mayTrial2: can('membership.trial'), present })
  return (
    <Form.Item {...zodItem(enrolmentBody, 'creditType')} label={t('Credit Type')}>
      <Select
        placeholder={t('Select Credit Type')}
        options={choices.map(({ value, label, reason, credit }) => ({
          value,
          label,
          disabled: Boolean(reason),
          note: reason ? t(reason) : credit !== null && t('{credit} credits', { credit: showCredit(credit) }),
        }))}
        onChange={(creditType: CreditType) => onChange(creditType)}
      />
    </Form.Item>
  )
}

interface PayerItemProps {
  form: FormInstance
  /** The member who is paid for. */
  name: string
  payers: readonly { _id: string; name: string; wallet: number }[]
}

/** The wallet that pays: shown when there is one, asked for when there are several. */
export function PayerItem({ form, name, payers }: PayerItemProps) {
  const chosen: string | undefined = Form.useWatch('walletMember', form)
  const [only] = payers
  if (payers.length < 2 && (!chosen || chosen === only?._id))
    return (
      <p className="payer">
        {only
          ? t('Paid by {payer}', {
              payer: t('{name}, wallet {wallet}', { name: only.name, wallet: showCredit(only.wallet) }),
            })
          : t('No active parent could pay for {name}.', { name })}
      </p>
    )
  return (
    <Form.Item
      name="walletMember"
      label={t('Wallet that pays')}
      rules={[{ required: true, message: t('Please select the wallet that pays') }]}
    >
      <WalletSelect payers={payers} placeholder={t('Select Wallet')} />
    </Form.Item>
  )
}
