import { codeDays } from '@academy/contract/members/password-code.ts'
import {
  allPasswordsBody,
  type MailedCodes,
  pointAdjust,
  pointAdjustFiles,
  pointAdjustMessages,
} from '@academy/contract/pointadjust/pointadjust.ts'
import { useState } from 'react'
import { fileTimeoutMs } from '../platform/client/client.ts'
import { saveAs } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { zodRule } from '../platform/form/zod-rule.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Password } from '../ui/form/Input.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'

type Way = 'codes' | 'workbook'

const workbookWords =
  'They are in the file that is saved, and nowhere else. The present passwords stop working at once.'

function Choice({ label, words }: { label: string; words: string }) {
  return (
    <>
      <span>{label}</span>
      <div className="muted">{words}</div>
    </>
  )
}

const Mailed = ({ result: { mailed, withoutAddress } }: { result: MailedCodes }) => (
  <Alert
    className="mailed-codes"
    role="status"
    type={withoutAddress.length > 0 ? 'warning' : 'success'}
    title={t('Mails on their way: {n}', { n: mailed })}
    description={
      withoutAddress.length > 0 && (
        <details>
          <summary>{t('Without an email address, so without a mail: {n}', { n: withoutAddress.length })}</summary>
          {withoutAddress.join(', ')}
        </details>
      )
    }
  />
)

/** Passwords for all members: by a code for each, or in a workbook. */
export function NewPasswords({ mailsLinks }: { mailsLinks: boolean }) {
  const [form] = Form.useForm()
  const [result, setResult] = useState<MailedCodes>()
  const mail = useAction(pointAdjust.mailCodes, {
    form,
    done: false,
    effect: () => t('Each member chooses a password by the link. The present passwords go on working until then.'),
    onDone: (mailed) => {
      setResult(mailed)
      form.resetFields(['password'])
    },
  })
  const renew = useAction(pointAdjust.allPasswords, {
    form,
    danger: true,
    effect: () => t('The present passwords of all members stop working.'),
    onDone: (workbook) => {
      saveAs(workbook, pointAdjustFiles.passwords)
      form.resetFields(['password'])
    },
  })
  const way: Way | undefined = Form.useWatch('way', form)
  const isMail = way === 'codes'

  function submit({ password }: Record<string, unknown>) {
    setResult(undefined)
    const input = { body: { password: String(password) }, timeoutMs: fileTimeoutMs }
    return isMail ? mail.send(input) : renew.send(input)
  }

  return (
    <GuardedForm form={form} initial={{ way: mailsLinks ? 'codes' : 'workbook' }} onFinish={submit}>
      <Form.Item name="way" label={t('How members get them')}>
        <RadioGroup
          className="password-ways"
          options={[
            {
              value: 'codes',
              disabled: !mailsLinks,
              label: (
                <Choice
                  label={t('Mail each member a one-time code')}
                  words={
                    mailsLinks
                      ? t('It works for {n} days. Nobody but the member knows the password.', { n: codeDays })
                      : t(pointAdjustMessages.codesOff)
                  }
                />
              ),
            },
            {
              value: 'workbook',
              label: <Choice label={t('New passwords in a workbook')} words={t(workbookWords)} />,
            },
          ]}
        />
      </Form.Item>
      <div className="field-grid">
        <Form.Item
          name="password"
          label={t('Your own password')}
          required
          rules={[zodRule(allPasswordsBody, 'password')]}
        >
          <Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
      </div>
      <Button
        type={isMail ? 'primary' : 'default'}
        danger={!isMail}
        htmlType="submit"
        loading={mail.sending || renew.sending}
      >
        {isMail ? t('Mail the codes') : t('Set new passwords')}
      </Button>
      {result && <Mailed result={result} />}
    </GuardedForm>
  )
}
