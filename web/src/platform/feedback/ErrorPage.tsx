/** Whole-page errors with a way out: not found, forbidden, broken. */
import type { May } from '@academy/contract/platform/endpoint.ts'
import { screenOf } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { t } from '../client/i18n.ts'
import { isReached, onReach } from '../client/reachability.ts'
import { home } from '../client/session/home.ts'
import { permissionText } from '../shell/Guard.tsx'
import { Page } from '../shell/Page.tsx'
import { TryAgainButton } from './SignalLine.tsx'
import { Unread } from './Unread.tsx'

const HomeLink = () => {
  const first = home()
  return (
    <Link to={first}>
      {first === '/dashboard/overview'
        ? t('Go to the dashboard')
        : t('Go to {page}', { page: t(screenOf(first).title) })}
    </Link>
  )
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="problem">
        <p>{t('There is nothing at this address. It may have been mistyped, or what it showed is gone.')}</p>
        <HomeLink />
      </div>
    </Page>
  )
}

export function Forbidden({ may }: { may: May }) {
  return (
    <Page title="Not allowed">
      <div className="problem">
        <p>{t('This page needs the permission {permission}.', { permission: permissionText(may) })}</p>
        <p>{t('Someone who may edit user groups can give it to you.')}</p>
        <HomeLink />
      </div>
    </Page>
  )
}

/** Shown by the router when a page fails, for example because the portal was updated meanwhile. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Page title="Something went wrong">
      <div className="problem">
        <p>{errorMessage(error)}</p>
        <ReloadButton />
      </div>
    </Page>
  )
}

/** Replaces a page whose code cannot be loaded without signal; it loads when the line returns. */
export function Unloaded() {
  useEffect(() => {
    const load = () => {
      if (isReached()) location.reload()
    }
    load()
    return onReach(load)
  }, [])
  return (
    <Page title="No signal">
      <div className="problem">
        <p>{t('This page was not opened on this device before. It is loaded when the line returns.')}</p>
        <ReloadButton />
      </div>
    </Page>
  )
}

// Without signal a reload would show the browser's own error page.
const ReloadButton = () => <TryAgainButton type="primary" onReached={() => location.reload()} />

/** Replaces a record that could not be read: the server's message and a link back. */
export function Unreadable({ title, back, error }: { title: string; back: string; error: unknown }) {
  return (
    <Page title={title} back={back}>
      <Unread error={error}>
        <Link to={back}>{t('Back to the list')}</Link>
      </Unread>
    </Page>
  )
}
