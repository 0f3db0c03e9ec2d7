import { type Language, languageNames, languages } from '@academy/contract/messages/languages.ts'
import { type MessageFacts, messageKindWords } from '@academy/contract/messages/messages.ts'
import { amountOf, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { today } from '../../platform/client/today.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { messageText } from './texts.ts'
import './messages.css'

export interface Sample {
  academy: string
  /** RM of one credit, as text. */
  creditPrice: string
  /** Credits. */
  lowBalance: number
  language: Language
}

const credit = 100

const samplesOf = ({ creditPrice, lowBalance }: Sample): MessageFacts[] => [
  {
    kind: 'receipt',
    about: 'sample',
    orNo: 'SAMPLE',
    amount: ringgit(amountOf(credit, sen(creditPrice))),
    credit,
    date: today(),
    link: `${location.origin}/receipt/sample`,
  },
  { kind: 'low', about: null, wallet: lowBalance, classes: Math.floor(lowBalance / 10) },
]

/** A receipt and a low balance as members are told of them, in each language. */
export default function MessageSamples({ sample, onClose }: { sample: Sample; onClose: () => void }) {
  const [language, setLanguage] = useState(sample.language)
  const letter = { name: 'Siti', academy: sample.academy, today: today() }
  return (
    <Dialog title={t('As members are told')} onClose={onClose}>
      <div className="message message-samples">
        <RadioGroup
          aria-label={t('Language')}
          buttons
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        />
        {samplesOf(sample).map((facts) => (
          <section key={facts.kind} aria-label={t(messageKindWords[facts.kind])}>
            <h2>{t(messageKindWords[facts.kind])}</h2>
            <p lang={language}>{messageText(facts, language, letter)}</p>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
