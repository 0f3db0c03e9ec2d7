import { memberTemplateName } from '@academy/contract/members/import.ts'
import { recordOf } from '@academy/contract/platform/records.ts'
import { type Cell, type CellStyle, type CellValue, type DataValidation, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { Tx } from '../../platform/data/index.ts'
import type { FileAnswer } from '../../platform/http/index.ts'
import { cellStyles, cellText, letterOf } from '../../platform/sheets/index.ts'
import { answers, headerOf, importColumns, kindLabels, statusLabels } from '../listing/sheet.ts'
import { type ChoiceKey, choiceKeys, choicesOf, isChoice } from './member-index.ts'

const lastRow = 5001
const choicesSheet = 'Choices'

const words: Record<string, readonly string[]> = {
  kind: Object.values(kindLabels),
  gender: ['Male', 'Female'],
  isIndependent: Object.values(answers),
  isDisable: Object.values(statusLabels),
}

const headed = (row: readonly string[], style: CellStyle): Map<string, Partial<Cell>> =>
  new Map(row.map((value, column) => [`0,${column}`, { value, type: 'string', style }]))

/** The sheet to fill in: headings, column formats and drop-down lists. */
function membersSheet(counts: Record<ChoiceKey, number>): WriteSheet {
  const titles = importColumns.map(({ header }) => header)
  const dataValidations = importColumns.flatMap(({ key, header }, index): DataValidation[] => {
    const range = `${letterOf(index)}2:${letterOf(index)}${lastRow}`
    const values = words[key]
    const choice = isChoice(key) ? key : undefined
    const place = choice ? choiceKeys.indexOf(choice) : 0
    if (!values && !(choice && counts[choice] > 0)) return []
    const listed = `${choicesSheet}!$${letterOf(place)}$2:$${letterOf(place)}$${choice ? counts[choice] + 1 : 1}`
    return [
      {
        type: 'list',
        range,
        allowBlank: true,
        showErrorMessage: true,
        errorTitle: header,
        errorMessage: values ? `One of ${values.join(', ')}` : `One of the sheet ${choicesSheet}`,
        ...(values ? { values: [...values] } : { formula1: listed }),
      },
    ]
  })
  return {
    name: 'Members',
    columns: importColumns.map(({ width, kind }) => ({ width, style: cellStyles[kind] })),
    rows: [titles],
    cells: headed(titles, cellStyles.heading),
    freezePane: { rows: 1 },
    dataValidations,
  }
}

const advice = [
  'Fill in the sheet Members, one row a member; only that sheet is read. Columns may be left out, their order is free.',
  'A row is about a member that exists when it has the ID of one, else its I/C No., else (adults and parents) its e-mail;',
  'a child without an I/C No. is known by name, date of birth and a parent. Every other row is a new member.',
  'Of a member that exists an empty cell changes nothing. Wallet, Credit Expiry, Independent and Password are read for new members only.',
  'All rows are imported or none. The dry run lists every problem by row and column first.',
]

function notesSheet(): WriteSheet {
  const head = ['Column', 'Needed for', 'What it takes', 'Example']
  const rows = importColumns.map(({ header, needed, hint, example }) => [header, needed, hint, example])
  return {
    name: 'Notes',
    columns: [{ width: 18 }, { width: 18 }, { width: 110 }, { width: 24, style: cellStyles.text }],
    rows: [head, ...rows, [], ...advice.map((line) => ['', '', line])],
    cells: headed(head, cellStyles.heading),
    freezePane: { rows: 1 },
  }
}

function choicesSheetOf(labels: Record<ChoiceKey, string[]>): WriteSheet {
  const head = choiceKeys.map(headerOf)
  const length = Math.max(...choiceKeys.map((key) => labels[key].length))
  const rows = Array.from({ length }, (_, row): CellValue[] => choiceKeys.map((key) => labels[key][row] ?? null))
  return {
    name: choicesSheet,
    columns: head.map(() => ({ width: 24, style: cellStyles.text })),
    rows: [head, ...rows],
    cells: headed(head, cellStyles.heading),
    freezePane: { rows: 1 },
  }
}

/** The workbook to fill in for an import, with the current choices. */
export async function importTemplate(tx: Tx): Promise<FileAnswer> {
  const choices = await choicesOf(tx)
  const offered = (key: ChoiceKey) =>
    [...choices[key].values()].filter(({ isDisable }) => !isDisable).map(({ label }) => cellText(label))
  const labels = recordOf(choiceKeys, offered)
  const counts = recordOf(choiceKeys, (key) => labels[key].length)
  const content = await writeXlsx({ sheets: [membersSheet(counts), notesSheet(), choicesSheetOf(labels)] })
  return { name: memberTemplateName, content: Buffer.from(content) }
}
