import { type ImportPlan, importMessages, memberFiles } from '@academy/contract/members/import.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../../platform/client/api-error.ts'
import { call, fileTimeoutMs } from '../../platform/client/client.ts'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { readAgain } from '../../platform/client/query.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { fileProblem, problemsOf, reasonOf } from './import-file.ts'

type Busy = 'checking' | 'importing'

const effectOf = ({ create, update, opening }: ImportPlan, others: number) => {
  const { wallets, credits } = opening
  return [
    t(create === 1 ? '1 member is created, {update} updated.' : '{create} members are created, {update} updated.', {
      create,
      update,
    }),
    ...(others > 0 ? [t('{others} of them get another name.', { others })] : []),
    ...(credits > 0
      ? [
          t('Opening balances: {credits} credits to {wallets}.', {
            credits: showCredit(credits),
            wallets: t(wallets === 1 ? '1 wallet' : '{n} wallets', { n: wallets }),
          }),
        ]
      : []),
  ].join(' ')
}

/** The state of an import: the file is checked when it is chosen and imported on demand. */
export function useImport(onDone: () => void) {
  const [file, setFile] = useState<File>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [failure, setFailure] = useState<{ title: string; reason?: string }>()
  const [busy, setBusy] = useState<Busy>()
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function send(sent: File, dryRun: boolean) {
    const attempt = new AbortController()
    current.current = attempt
    setBusy(dryRun ? 'checking' : 'importing')
    try {
      const query = dryRun ? { dryRun: 'true' } : {}
      const body = { file: sent, ...(dryRun ? {} : { confirmed: [...confirmed] }) }
      const input = { query, body, signal: attempt.signal, timeoutMs: fileTimeoutMs }
      return await call(memberFiles.importExcel, input)
    } catch (error) {
      if (!attempt.signal.aborted) refuse(error)
      return undefined
    } finally {
      if (current.current === attempt) setBusy(undefined)
    }
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && error.sessionLost) return
    const problems = error instanceof ApiError ? problemsOf(error) : []
    if (problems.length > 0) setPlan((before) => before && { ...before, problems })
    else setFailure({ title: errorMessage(error), ...(error instanceof ApiError ? { reason: reasonOf(error) } : {}) })
  }

  async function choose(chosen: File | undefined) {
    current.current?.abort()
    setPlan(undefined)
    setConfirmed([])
    setFile(chosen)
    const problem = fileProblem(chosen)
    setFailure(problem ? { title: problem } : undefined)
    if (problem || !chosen) return
    const reported = await send(chosen, true)
    if (reported && 'problems' in reported) setPlan(reported)
  }

  async function submit() {
    if (!file || !plan) return setFailure((present) => present ?? { title: importMessages.empty })
    await ask({
      question: memberFiles.importExcel.confirm ?? '',
      effect: effectOf(plan, confirmed.length),
      okText: 'Import',
      onYes: async () => {
        const done = await send(file, false)
        if (!done) return
        notice.success(memberFiles.importExcel.done ?? '')
        void readAgain()
        onDone()
      },
    })
  }

  return { file, plan, failure, busy, confirmed, setConfirmed, choose, submit }
}
