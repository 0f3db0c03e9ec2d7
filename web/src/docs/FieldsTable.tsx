import { type ReactNode, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { limitsOf, nameOf, partsOf, resolved, type Schema, type Schemas, typeOf } from './schema-text.ts'

interface Row {
  name: string
  required: boolean
  schema: Schema
  /** Where the parameter is sent: path, query or header. */
  place?: string
}

interface TableProps {
  label: string
  rows: readonly Row[]
  schemas: Schemas
  isAnswer?: boolean
}

/** Name, type, required and meaning; an object's fields unfold below it. */
export function RowsTable({ label, rows, schemas, isAnswer = false }: TableProps) {
  return (
    <table className="api-fields" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('Name')}</th>
          <th scope="col">{t('Type')}</th>
          <th scope="col">{t('Meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldRow key={`${row.place}${row.name}`} row={row} schemas={schemas} isAnswer={isAnswer} />
        ))}
      </tbody>
    </table>
  )
}

function FieldRow({ row, schemas, isAnswer }: { row: Row; schemas: Schemas; isAnswer: boolean }) {
  const { name, required, schema, place } = row
  const parts = partsOf(schema, schemas)
  const limits = limitsOf(schema)
  return (
    <>
      <tr>
        <th scope="row">
          <code>{name}</code>
          {place && <span className="muted"> {t(place)}</span>}
          {required && <span className="api-required"> {t('required')}</span>}
        </th>
        <td>
          {typeOf(schema)}
          {limits && <div className="muted">{limits}</div>}
        </td>
        <td>{schema.description}</td>
      </tr>
      {parts.length > 0 && (
        <tr className="api-nested">
          <td colSpan={3}>
            <Folded title={t('Fields of {name}', { name })}>
              {parts.map((part, index) => (
                <FieldsTable key={nameOf(part) ?? index} schema={part} schemas={schemas} isAnswer={isAnswer} />
              ))}
            </Folded>
          </td>
        </tr>
      )}
    </>
  )
}

/** Rendered when opened, since an object may nest itself. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}

interface ShapeProps {
  schema: Schema
  schemas: Schemas
  /** Fields of a response are never marked as required. */
  isAnswer?: boolean
}

/** The fields of a body or response, collapsed where it is one of several shapes. */
export function Shape({ schema, schemas, isAnswer = false }: ShapeProps) {
  const parts = partsOf(schema, schemas)
  return (
    <>
      {(schema.type === 'array' || parts.length === 0) && <p>{typeOf(schema)}</p>}
      {parts.map((part, index) => {
        const fields = <FieldsTable key={nameOf(part) ?? index} schema={part} schemas={schemas} isAnswer={isAnswer} />
        return parts.length === 1 ? (
          fields
        ) : (
          <Folded key={nameOf(part) ?? index} title={nameOf(part) ?? t('Choice {n}', { n: index + 1 })}>
            {fields}
          </Folded>
        )
      })}
    </>
  )
}

/** The fields of one object. */
export function FieldsTable({ schema, schemas, isAnswer = false }: ShapeProps) {
  const { properties = {}, required = [] } = resolved(schema, schemas)
  const name = nameOf(schema)
  const rows = Object.entries(properties).map(([field, inner]) => ({
    name: field,
    required: !isAnswer && required.includes(field),
    schema: inner,
  }))
  return (
    <>
      {name && <p className="api-schema-name">{name}</p>}
      <RowsTable
        label={t('Fields of {name}', { name: name ?? t('the object') })}
        rows={rows}
        schemas={schemas}
        isAnswer={isAnswer}
      />
    </>
  )
}
