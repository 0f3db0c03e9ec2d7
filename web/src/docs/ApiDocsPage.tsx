import { type Description, docs } from '@academy/contract/docs/docs.ts'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Fragment, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { saveAs } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { SearchBox } from '../platform/table/filters/ListFilters.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Select } from '../ui/form/Select.tsx'
import { CallDetails } from './CallDetails.tsx'
import { type Call, callsByResource, matches } from './schema-text.ts'
import './api-docs.css'

const fileName = 'openapi.json'

/** The API reference: every endpoint by resource, with its input and output. */
export function ApiDocsPage() {
  const { data } = useCall(docs.description, {})
  const save = () => data && saveAs(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), fileName)
  return (
    <Page
      title="API documentation"
      subtitle={data ? `${apiRoot} · v${data.info.version}` : ' '}
      loading={!data}
      actions={
        <Button onClick={save} disabled={!data}>
          {t('Download {file}', { file: fileName })}
        </Button>
      }
    >
      {data && <Calls description={data} />}
    </Page>
  )
}

function Calls({ description }: { description: Description }) {
  const { searchText = '', resource } = useAddress()
  const change = useChangeAddress()
  const all = useMemo(() => callsByResource(description), [description])
  const shown = all
    .filter(({ name }) => !resource || name === resource)
    .map((group) => ({ ...group, calls: group.calls.filter((call) => matches(call, searchText)) }))
    .filter(({ calls }) => calls.length > 0)
  const count = shown.reduce((sum, { calls }) => sum + calls.length, 0)
  const isWhole = !searchText && !resource
  return (
    <>
      <search className="list-filters">
        <SearchBox
          value={searchText}
          placeholder="Search calls"
          onSearch={(text) => change({ searchText: text || undefined })}
        />
        <Select
          className="api-resources"
          aria-label={t('Resource')}
          placeholder={t('All resources')}
          clearable
          searchable
          value={resource}
          onChange={(value) => change({ resource: value })}
          options={all.map(({ name }) => ({ value: name, label: name }))}
        />
        <span className="muted" role="status">
          {t(count === 1 ? '1 call' : '{n} calls', { n: count })}
        </span>
      </search>
      {isWhole && <Introduction text={description.info.description} />}
      {shown.map(({ name, description: words, calls }) => (
        <section key={name} className="panel" aria-label={name}>
          <h2>{name}</h2>
          <p className="muted">{words}</p>
          {calls.map((call) => (
            <CallEntry key={call.operation.operationId} call={call} description={description} />
          ))}
        </section>
      ))}
      {count === 0 && <p>{t('No call is like that. Try a part of its address or of what it does.')}</p>}
    </>
  )
}

/** Paragraphs with **strong** and `code` markup. */
const Introduction = ({ text }: { text: string }) => (
  <section className="panel api-introduction" aria-label={t('Introduction')}>
    {text.split('\n\n').map((paragraph) => (
      <p key={paragraph}>
        {paragraph.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => (
          <Fragment key={part}>
            {part.startsWith('**') ? (
              <strong>{part.slice(2, -2)}</strong>
            ) : part.startsWith('`') ? (
              <code>{part.slice(1, -1)}</code>
            ) : (
              part
            )}
          </Fragment>
        ))}
      </p>
    ))}
  </section>
)

/** An expandable endpoint; once open, its name becomes the address's anchor. */
const CallEntry = memo(({ call, description }: { call: Call; description: Description }) => {
  const { operationId, summary } = call.operation
  const isNamed = useRouterState({ select: ({ location }) => location.hash === operationId })
  const [open, setOpen] = useState(isNamed)
  const navigate = useNavigate()
  const entry = useRef<HTMLDetailsElement>(null)
  const isFirst = useRef(isNamed)

  useEffect(() => {
    if (isFirst.current) entry.current?.scrollIntoView()
  }, [])

  const name = useCallback(
    () =>
      navigate({
        to: '.',
        search: true as never,
        hash: operationId,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      }),
    [navigate, operationId],
  )
  return (
    <details
      ref={entry}
      id={operationId}
      className="api-call"
      open={open}
      onToggle={(event) => {
        // Toggle events of nested details arrive here too.
        if (event.target !== event.currentTarget) return
        const isOpen = event.currentTarget.open
        setOpen(isOpen)
        if (isOpen && !isNamed) void name()
      }}
    >
      <summary>
        <span className={`api-method api-${call.method.toLowerCase()}`}>{call.method}</span>
        <code>{call.path}</code>
        <span className="api-summary">{t(summary)}</span>
      </summary>
      {open && (
        <CallDetails
          call={call}
          schemas={description.components.schemas}
          components={description.components as never}
        />
      )}
    </details>
  )
})
