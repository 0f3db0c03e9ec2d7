import { type Language, languageNames, languages } from '@academy/contract/messages/languages.ts'
import {
  channelWords,
  longestMessage,
  type MessageFacts,
  type MessageKind,
  memberMessages,
  messageKindWords,
  type ToldMessage,
} from '@academy/contract/messages/messages.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { useId, useState } from 'react'
import { companyOf, useConfig } from '../../platform/client/config/config.ts'
import { showDay, showInstant } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { today } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useDialogHold } from '../../platform/feedback/dialog-context.ts'
import { Unread } from '../../platform/feedback/Unread.tsx'
import { askToLeave } from '../../platform/form/leave-warning.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { AnchorButton, Button } from '../../ui/first/Button.tsx'
import { ChatIcon, MailIcon } from '../../ui/first/icons.ts'
import { Spinner } from '../../ui/first/Spinner.tsx'
import { Labelled } from '../../ui/form/Labelled.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { mailAddress, whatsAppAddress } from '../member-text.ts'
import { messageText } from './texts.ts'
import './messages.css'

interface MessageDialogProps {
  member: { _id: string; name: string }
  /** What is told first, where there is a choice. */
  kind?: MessageKind | undefined
  /** Which of that kind. */
  about?: string | undefined
  onClose: () => void
}

/** A text for a member, filled in and opened in WhatsApp or the mail program; that it was sent is noted. */
export default function MessageDialog({ member, kind, about, onClose }: MessageDialogProps) {
  const { data, error } = useCall(memberMessages.messages, { params: { id: member._id } })
  return (
    <Dialog title={t('Message to {name}', { name: member.name })} onClose={onClose} lightDismiss={false}>
      {data ? (
        <Message of={data} first={{ kind, about }} onClose={onClose} />
      ) : error ? (
        <Unread error={error} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

type Messages = ResultOf<typeof memberMessages.messages>

const keyOf = ({ kind, about }: MessageFacts) => (about ? `${kind} ${about}` : kind)

/** 'Class cancelled: Taekwondo, 24-11-2026' */
function labelOf(facts: MessageFacts): string {
  if (facts.kind === 'moved') return `${t(messageKindWords.moved)}: ${facts.course}, ${showDay(facts.date)}`
  if (facts.kind === 'link') return `${t(messageKindWords.link)}: ${facts.title}`
  if (facts.kind === 'receipt') return `${t(messageKindWords.receipt)} ${facts.orNo}`
  return t(messageKindWords[facts.kind])
}

interface MessageProps {
  of: Messages
  first: Pick<MessageDialogProps, 'kind' | 'about'>
  onClose: () => void
}

function Message({ of, first, onClose }: MessageProps) {
  const id = useId()
  const academy = companyOf(useConfig())
  const [chosen, setChosen] = useState(() => {
    const same = of.items.filter(({ kind }) => kind === first.kind)
    const facts = same.find(({ about }) => about === first.about) ?? same[0] ?? of.items[0]
    return facts && keyOf(facts)
  })
  const [language, setLanguage] = useState<Language>(of.language)
  // What was changed by hand stays with the text it was changed in.
  const [edited, setEdited] = useState<Record<string, string>>({})
  useDialogHold(async () => Object.keys(edited).length === 0 || askToLeave())
  const facts = of.items.find((each) => keyOf(each) === chosen)
  if (!facts) return <p>{t('Messages go to the parents, who hold the wallet.')}</p>
  const place = `${language} ${chosen}`
  const text = edited[place] ?? messageText(facts, language, { name: of.name, academy, today: today() })
  return (
    <div className="message">
      <Labelled id={`${id}-about`} label={t('About')}>
        <Select
          value={keyOf(facts)}
          onChange={(next) => setChosen(String(next))}
          options={of.items.map((each) => ({ value: keyOf(each), label: labelOf(each) }))}
        />
      </Labelled>
      <RadioGroup
        aria-label={t('Language')}
        buttons
        value={language}
        onChange={setLanguage}
        options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
      />
      <Labelled id={`${id}-text`} label={t('Message')}>
        <TextArea
          lang={language}
          rows={7}
          maxLength={longestMessage}
          value={text}
          onChange={({ target }) => setEdited({ ...edited, [place]: target.value })}
        />
      </Labelled>
      <Ways of={of} message={{ kind: facts.kind, about: facts.about, language, text }} onSent={onClose} />
      <Told of={of} />
    </div>
  )
}

interface WaysProps {
  of: Messages
  message: Pick<ToldMessage, 'kind' | 'language' | 'text'> & Pick<MessageFacts, 'about'>
  onSent: () => void
}

/** The text is sent by the person, with the phone or the mail of this machine; the portal notes that it was. */
function Ways({ of, message, onSent }: WaysProps) {
  const mayNote = useSession().can(memberMessages.noteMessage.may)
  const note = useAction(memberMessages.noteMessage, { onDone: onSent })
  const chat = whatsAppAddress(of.phoneNo, message.text)
  const mail = mailAddress(of.email, message.text)
  const send = (channel: ToldMessage['channel']) => {
    if (mayNote) void note.send({ params: { id: of._id }, body: { ...message, channel } })
  }
  const isEmpty = message.text.trim() === ''
  const nothing = isEmpty && t('There is no message yet.')
  return (
    <>
      <div className="message-ways">
        {chat && !isEmpty ? (
          <AnchorButton
            type="primary"
            icon={<ChatIcon aria-hidden />}
            href={chat}
            target="_blank"
            rel="noreferrer"
            onClick={() => send('whatsapp')}
          >
            {t('Open WhatsApp')}
          </AnchorButton>
        ) : (
          <ReasonButton
            icon={<ChatIcon aria-hidden />}
            reason={nothing || t('There is no phone number on the profile.')}
          >
            {t('Open WhatsApp')}
          </ReasonButton>
        )}
        {mail && !isEmpty ? (
          <AnchorButton icon={<MailIcon aria-hidden />} href={mail} onClick={() => send('mail')}>
            {t('Open Mail')}
          </AnchorButton>
        ) : (
          <ReasonButton
            icon={<MailIcon aria-hidden />}
            reason={nothing || t('There is no email address on the profile.')}
          >
            {t('Open Mail')}
          </ReasonButton>
        )}
      </div>
      {mayNote && <p className="muted">{t('It is noted as sent as soon as one of them is opened.')}</p>}
    </>
  )
}

function Told({ of }: { of: Messages }) {
  const mayRemove = useSession().can(memberMessages.removeMessage.may)
  const remove = useAction(memberMessages.removeMessage, { confirm: false, done: 'Taken back' })
  const id = useId()
  if (of.told.length === 0) return null
  return (
    <section className="message-told" aria-labelledby={id}>
      <h2 id={id}>{t('Sent Before')}</h2>
      <ul className="plain-list">
        {of.told.map(({ _id, kind, channel, at, by, text, language }) => (
          <li key={_id}>
            <div>
              {t(messageKindWords[kind])} · {channelWords[channel]}
              <small>
                {showInstant(at)} · {by}
              </small>
              <details>
                <summary>{t('Text')}</summary>
                <p lang={language}>{text}</p>
              </details>
            </div>
            {mayRemove && (
              <Button
                size="small"
                aria-label={t('Not sent: {kind}, {at}', { kind: t(messageKindWords[kind]), at: showInstant(at) })}
                loading={remove.sending}
                onClick={() => remove.send({ params: { id: of._id, message: _id } })}
              >
                {t('Not Sent')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
