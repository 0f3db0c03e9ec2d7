import type { Endpoint, May, ResultOf } from '@academy/contract/platform/endpoint.ts'
import type { ReactNode } from 'react'
import type { CallInput } from '../client/call-input.ts'
import { t } from '../client/i18n.ts'
import { useCall } from '../client/query.ts'
import { useSession } from '../client/session/session.ts'
import { Unreadable } from '../feedback/ErrorPage.tsx'
import { permissionText } from '../shell/Guard.tsx'
import { Page } from '../shell/Page.tsx'

interface RecordFrameProps<R extends Endpoint> {
  /** Reads the record. */
  get: R
  id: string
  /** The singular of the record: 'User'. */
  noun: string
  /** Path of the list it belongs to. */
  back: string
  /** Who may save; for everybody else it is read-only. */
  may: May
  nameOf: (record: ResultOf<R>) => string
  /** Why this user cannot change it although they have the permission. */
  locked?: (record: ResultOf<R>) => string | false
  actions?: (record: ResultOf<R>) => ReactNode
  children: (record: ResultOf<R>, readOnly: boolean) => ReactNode
}

/** The page of a saved record: loading, failed, or its form. */
export function RecordFrame<R extends Endpoint>({ get, id, may, noun, back, ...draw }: RecordFrameProps<R>) {
  const { data: record, error } = useCall(get, { params: { id } } as unknown as CallInput<R> as never)
  const allowed = useSession().can(may)
  const locked = record && draw.locked?.(record)
  const readOnly = !allowed || Boolean(locked)
  const title = `${readOnly ? 'View' : 'Edit'} ${noun}`
  if (error && !record) return <Unreadable title={title} back={back} error={error} />
  return (
    <Page
      title={title}
      subtitle={record ? draw.nameOf(record) : ' '}
      back={back}
      loading={!record}
      actions={record && draw.actions?.(record)}
    >
      {record && readOnly && (
        <p className="muted">
          {allowed
            ? t(locked || '')
            : t('You can look at this, but changing it needs the permission {permission}.', {
                permission: permissionText(may),
              })}
        </p>
      )}
      {record && draw.children(record, readOnly)}
    </Page>
  )
}
