import type { Fields } from '@academy/contract/kit/field.ts'
import { Alert, Button } from 'antd'
import type { Version } from './version.ts'
import { t } from './words.ts'

/** Says above a form what somebody else changed meanwhile, and asks whose version shall stand. */
export function NewerNotice({ version, fields }: { version: Version; fields: Fields }) {
  const { changed } = version
  if (changed.length === 0) return null
  const names = changed.map((name) => t(fields[name]?.label ?? 'Parents')).join(', ')
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="newer-notice"
      title={t('Somebody else changed this meanwhile: {names}', { names })}
      description={
        <>
          {t('Reload to see it, which drops what you entered, or keep yours and submit again.')}
          <span className="newer-buttons">
            <Button onClick={version.load}>{t('Reload')}</Button>
            <Button onClick={version.keep}>{t('Keep mine')}</Button>
          </span>
        </>
      }
    />
  )
}
