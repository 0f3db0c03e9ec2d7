import { companyOf, useConfig } from '../platform/client/config/config.ts'
import { saveAs } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'
import { Modal } from '../ui/late/Modal.tsx'

/** Shows recovery codes, this once, to be saved or printed. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const company = companyOf(useConfig())
  const words = t('Recovery codes of {company}. Each works once.', { company })
  const save = () =>
    saveAs(new Blob([[words, '', ...codes, ''].join('\r\n')], { type: 'text/plain' }), 'Recovery_Codes.txt')
  return (
    <Modal
      title={t('Recovery codes')}
      footer={
        <>
          <Button onClick={save}>{t('Save as a file')}</Button>
          <Button onClick={() => window.print()}>{t('Print')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('I have kept them')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'When the device is lost, each of these codes signs you in once. They are shown only now: keep them where nobody else finds them.',
        )}
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
