/** The parts of a workbook other than its rows. */
import { escaped } from './xlsx-cells.ts'
import type { Column } from './xlsx-rows.ts'
import type { ZipPart } from './zip-write.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The indexes of the styles below, in the order of `cellXfs`. */
export const styleOf: Record<Column<unknown>['kind'] | 'heading', number> = {
  heading: 1,
  text: 2,
  day: 3,
  integer: 4,
  decimal: 5,
  money: 6,
}
/** From a style to its bold variant. */
export const bolder = 5

/** Long names wrap, because cut off at the column's edge they would be ambiguous. */
const wrapped = ' wrapText="1"'
/** 49, 3 and 4 are built-in formats: text, #,##0 and #,##0.00. */
const formatted = (font: number) =>
  [49, 164, 3, 165, 4]
    .map(
      (format) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"${format === 49 ? wrapped : ''}/></xf>`,
    )
    .join('')
const styles = `<styleSheet xmlns="${spreadsheet}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd-mm-yyyy"/><numFmt numFmtId="165" formatCode="#,##0.0"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0958D9"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="12"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top"${wrapped}/></xf>${formatted(0)}${formatted(2)}</cellXfs></styleSheet>`

/** The sheet before its rows: a frozen heading row, column widths scaled to fit one page. */
export function sheetBegin(columns: readonly { width: number }[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${spreadsheet}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
}
/** Printed in landscape, one page wide and as many long as needed; paper 9 is A4. */
export const sheetEnd =
  '</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'

const longestName = 31

/** Sheet names as Excel accepts them; further sheets of one table are numbered. */
export function sheetName(name: string, sheetNumber: number): string {
  const end = sheetNumber === 1 ? '' : `_${sheetNumber}`
  const taken = name.replace(/[[\]:*?/\\]|^'|'$/g, ' ').slice(0, longestName - end.length)
  return (taken.trim() || 'Sheet') + end
}

export const sheetPart = (sheetNumber: number): string => `xl/worksheets/sheet${sheetNumber}.xml`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/relationships/${type}" Target="${target}"/>`
const relations = (all: readonly string[]) =>
  `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${sheetType}.${type}+xml"/>`

/** The parts that make these sheets a workbook. */
export function frameOf(names: readonly string[]): ZipPart[] {
  const sheetNumbers = names.map((_, index) => index + 1)
  const sheets = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  // The heading repeats on every printed page.
  const headings = names.map(
    (name, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escaped(`'${name.replaceAll("'", "''")}'`)}!$1:$1</definedName>`,
  )
  const parts = {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${office}/relationships"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets><definedNames>${headings.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheetNumbers.map((sheetNumber) => relation(sheetNumber, 'worksheet', `worksheets/sheet${sheetNumber}.xml`)),
      relation(names.length + 1, 'styles', 'styles.xml'),
    ]),
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${sheetNumbers.map((sheetNumber) => override(sheetPart(sheetNumber), 'worksheet')).join('')}${override('xl/styles.xml', 'styles')}</Types>`,
  }
  return Object.entries(parts).map(([name, xml]) => ({ name, content: [Buffer.from(declaration + xml)] }))
}
