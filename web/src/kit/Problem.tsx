/** Whole pages that say what is wrong and where to go: not found, forbidden, broken. */
import type { May } from '@academy/contract/kit/route.ts'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { wordsOf } from './api-error.ts'
import { permissionWords } from './Guard.tsx'
import { Page } from './Page.tsx'
import { t } from './words.ts'

const home = '/'

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="problem">
        <p>{t('There is nothing at this address. It may have been mistyped, or what it showed is gone.')}</p>
        <Link to={home}>{t('Go to the dashboard')}</Link>
      </div>
    </Page>
  )
}

export function Forbidden({ may }: { may: May }) {
  return (
    <Page title="Not allowed">
      <div className="problem">
        <p>{t('This page needs the permission {permission}.', { permission: permissionWords(may) })}</p>
        <p>{t('Someone who may edit user groups can give it to you.')}</p>
        <Link to={home}>{t('Go to the dashboard')}</Link>
      </div>
    </Page>
  )
}

/** Shown by the router when a page fails, for example because the portal was updated meanwhile. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Page title="Something went wrong">
      <div className="problem">
        <p>{wordsOf(error)}</p>
        <Button type="primary" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </div>
    </Page>
  )
}

/** In place of a record that could not be read: the server's words and the way back. */
export function Unreadable({ title, back, error }: { title: string; back: string; error: unknown }) {
  return (
    <Page title={title} back={back}>
      <div className="problem">
        <p>{wordsOf(error)}</p>
        <Link to={back}>{t('Back to the list')}</Link>
      </div>
    </Page>
  )
}
