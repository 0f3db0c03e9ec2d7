import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { ArrowLeftIcon } from '../../ui/first/icons.ts'
import { errorMessage } from '../client/api-error.ts'
import { useConfig } from '../client/config/config.ts'
import { t } from '../client/i18n.ts'
import { useUnread } from '../client/query.ts'
import { TryAgainButton } from '../feedback/SignalLine.tsx'
import { Waiting } from '../feedback/Waiting.tsx'

/** Goes back to where the user came from, or to the given path when the page was opened directly. */
export function useBack(fallback: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return () => (canGoBack ? router.history.back() : void navigate({ to: fallback, replace: true }))
}

interface PageProps {
  title: string
  /** The title as it is drawn, where that is more than its words. */
  heading?: ReactNode
  subtitle?: string
  /** Path of the list this page belongs to: shows a back arrow. */
  back?: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** The page has nothing to show yet; title and frame are shown meanwhile. */
  loading?: boolean
  children?: ReactNode
}

/** Frame of every page: its one h1, the document title, actions. */
export function Page({ title, heading, subtitle, back, actions, loading = false, children }: PageProps) {
  const config = useConfig()
  return (
    <>
      <title>{`${t(title)} · ${config?.companyName || config?.appName || 'Academy'}`}</title>
      <header className="page-head">
        {back && <BackArrow to={back} />}
        <div className="page-titles">
          <h1>{heading ?? t(title)}</h1>
          {subtitle && <p>{t(subtitle)}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {loading ? <PageWaiting /> : children}
    </>
  )
}

/** Replaces content that is loading or could not be read. */
export function PageWaiting() {
  const unread = useUnread()
  if (unread)
    return (
      <div className="problem">
        <p>{errorMessage(unread)}</p>
        <TryAgainButton />
      </div>
    )
  return <Waiting className="page-waiting" size="large" />
}

function BackArrow({ to }: { to: string }) {
  const back = useBack(to)
  return <Button type="text" icon={<ArrowLeftIcon aria-hidden />} aria-label={t('Back')} onClick={back} />
}
