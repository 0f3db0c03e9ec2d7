import { apiRoot, type May } from '@academy/contract/platform/endpoint.ts'
import type { ReactNode } from 'react'
import { t } from '../platform/client/i18n.ts'
import { permissionText } from '../platform/shell/Guard.tsx'
import { Folded, RowsTable, Shape } from './FieldsTable.tsx'
import { type Call, curlOf, type Schema, type Schemas } from './schema-text.ts'

type Content = NonNullable<NonNullable<Call['operation']['requestBody']>['content']>
type Parts = Record<string, Record<string, Record<string, unknown>>>

interface CallProps {
  call: Call
  schemas: Schemas
  /** The description's components, to resolve references. */
  components: Parts
}

const callerText = (may: May): string =>
  may === 'public'
    ? t('Anybody, also without a session.')
    : may === 'session'
      ? t('Anybody who is signed in.')
      : t('Needs the permission {permission}.', { permission: permissionText(may) })

/** An endpoint's input, output, permissions and errors. */
export function CallDetails({ call, schemas, components }: CallProps) {
  const { operation } = call
  const json = operation.requestBody?.content['application/json']
  const examples = examplesOf(json)
  const form = operation.requestBody?.content['multipart/form-data']
  const schema = (json ?? form)?.schema as Schema | undefined
  return (
    <div className="api-call-body">
      {operation.description && <p>{operation.description}</p>}
      <p>{callerText(operation['x-may'] as May)}</p>
      <Parameters {...{ call, schemas, components }} />
      {schema && (
        <Part title={t('Body')}>
          <p className="muted">{bodyText(Boolean(json), Boolean(form))}</p>
          <Shape schema={schema} schemas={schemas} />
        </Part>
      )}
      <Examples call={call} examples={examples} />
      <Answers {...{ call, schemas, components }} />
    </div>
  )
}

function bodyText(json: boolean, form: boolean): string {
  if (!form) return t('As JSON.')
  return json
    ? t('As JSON, or as a form (multipart/form-data) with the picture as a file; what is no text is JSON text there.')
    : t('As a form (multipart/form-data) with the file.')
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="api-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

const resolveExample = (given: Record<string, unknown>, components: Parts): Record<string, unknown> => {
  const [kind = '', name = ''] = typeof given.$ref === 'string' ? given.$ref.split('/').slice(-2) : []
  return components[kind]?.[name] ?? given
}

function Parameters({ call, schemas, components }: CallProps) {
  const rows = (call.operation.parameters ?? []).map((given) => {
    const { name, in: place, required, schema, description } = resolveExample(given, components)
    return {
      name: String(name),
      place: String(place),
      required: required === true,
      schema: { ...(schema as Schema), description: String(description) },
    }
  })
  if (rows.length === 0) return null
  return (
    <Part title={t('Parameters')}>
      <RowsTable label={t('Parameters')} rows={rows} schemas={schemas} />
    </Part>
  )
}

function examplesOf(content: Content[string] | undefined): [string, unknown][] {
  if (!content) return []
  const named = content.examples as Record<string, { value: unknown }> | undefined
  return named
    ? Object.entries(named).map(([name, { value }]): [string, unknown] => [name, value])
    : [['', content.example]]
}

const formatted = (value: unknown) => JSON.stringify(value, null, 2)

// A scrolling block must be reachable by keyboard.
const Code = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <section className="api-code" tabIndex={0} aria-label={label}>
    <pre>{children}</pre>
  </section>
)

function Examples({ call, examples }: { call: Call; examples: readonly [string, unknown][] }) {
  const root = location.origin + apiRoot
  const [first] = examples
  return (
    <Part title={t(examples.length > 1 ? 'Examples' : 'Example')}>
      {examples.map(([name, value]) => (
        <div key={name}>
          {name && <p className="api-schema-name">{name}</p>}
          <Code label={t('Example of the body {name}', { name })}>{formatted(value)}</Code>
        </div>
      ))}
      {examples.length > 0 && <p className="api-schema-name">curl</p>}
      <Code label="curl">{curlOf(call, root, first?.[1])}</Code>
    </Part>
  )
}

function Answers({ call, schemas, components }: CallProps) {
  const answers = Object.entries(call.operation.responses)
  const [done] = answers
  if (!done) return null
  const [status, { description, content = {}, headers = {} }] = done
  const [[type, answer] = []] = Object.entries(content)
  const rows = Object.entries(headers as Record<string, Record<string, unknown>>).map(([name, given]) => {
    const header = resolveExample(given, components)
    return { name, required: false, schema: { ...(header.schema as Schema), description: String(header.description) } }
  })
  return (
    <>
      <Part title={t('Answer')}>
        <p>
          <code>{status}</code> {description}
          {type !== 'application/json' && `, ${type}`}
        </p>
        {answer?.schema !== undefined && type === 'application/json' && (
          <>
            <Folded title={t('Fields of the answer')}>
              <Shape schema={answer.schema as Schema} schemas={schemas} isAnswer />
            </Folded>
            <Folded title={t('Example of the answer')}>
              <Code label={t('Example of the answer')}>{formatted(answer.example)}</Code>
            </Folded>
          </>
        )}
        <Folded title={t('Headers of the answer')}>
          <RowsTable label={t('Headers of the answer')} rows={rows} schemas={schemas} />
        </Folded>
      </Part>
      <Part title={t('Refusals')}>
        <dl className="api-refusals">
          {answers.slice(1).map(([code, given]) => (
            <div key={code}>
              <dt>
                <code>{code === 'default' ? t('other') : code}</code>
              </dt>
              <dd>{String(resolveExample(given, components).description)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  )
}
