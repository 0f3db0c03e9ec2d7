import type { MessageKind } from '@academy/contract/messages/messages.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Button, type ButtonProps } from '../../ui/first/Button.tsx'
import { ChatIcon } from '../../ui/first/icons.ts'

const MessageDialog = lazyComponent(() => import('./MessageDialog.tsx'))

interface MessageButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'className'> {
  member: { _id: string; name: string }
  /** What is told first, where there is a choice. */
  kind?: MessageKind | undefined
  /** Which of that kind. */
  about?: string | undefined
}

/** Opens the texts for a member. */
export function MessageButton({ member, kind, about, ...look }: MessageButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...look}
        icon={<ChatIcon aria-hidden />}
        aria-label={t('Message to {name}', { name: member.name })}
        onPointerEnter={() => void MessageDialog.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {t('Message')}
      </Button>
      {isOpen && <MessageDialog member={member} kind={kind} about={about} onClose={() => setOpen(false)} />}
    </>
  )
}
