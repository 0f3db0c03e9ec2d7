import { expect, test } from 'vitest'
import { ApiError } from '../../platform/client/api-error.ts'
import { alike, fileProblem, problemsOf, reasonOf, unchanged } from './import-file.ts'

test('a file is checked before it is sent, in the words of the specification', () => {
  expect(fileProblem(undefined)).toBe('File Cannot be Empty')
  expect(fileProblem({ name: 'a.xlsx', size: 0 })).toBe('File Cannot be Empty')
  expect(fileProblem({ name: 'a.pdf', size: 1 })).toBe('Only accept file types xlsx, csv, jpeg')
  expect(fileProblem({ name: 'a.CSV', size: 3000 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.xlsx', size: 3000 * 1024 + 1 })).toBe('Exceeded maximum file size 3000KB')
})

test('a refusal tells the file or its cells', () => {
  const refusal = (details: { path: string; message: string }[]) =>
    new ApiError({ statusCode: 400, error: 'Bad Request', message: 'Error Importing Excel File', details })
  expect(reasonOf(refusal([{ path: 'file', message: 'The file is a picture' }]))).toBe('The file is a picture')
  expect(reasonOf(refusal([]))).toBe('Error Importing Excel File')
  const cells = refusal([{ path: '12.I/C No.', message: 'Another member has this I/C No.' }])
  expect(problemsOf(cells)).toEqual([{ row: 12, column: 'I/C No.', message: 'Another member has this I/C No.' }])
})

test('what is wrong with many rows is said once, at the first of them', () => {
  const gender = { column: 'Gender', message: 'Gender must be one of: Male, Female' }
  const email = { column: 'Email', message: 'Please enter a valid email address' }
  expect(alike([])).toEqual([])
  expect(
    alike([
      { row: 3, ...gender },
      { row: 4, ...email },
      { row: 5, ...gender },
      { row: 9, ...gender },
      { row: 9, ...email, column: 'Name' },
    ]),
  ).toEqual([
    { row: 3, ...gender, others: [5, 9] },
    { row: 4, ...email, others: [] },
    { row: 9, ...email, column: 'Name', others: [] },
  ])
})

test('days written in a way of their own are one problem, though each row has another', () => {
  const [at, says] = [{ column: 'Date of Birth' }, 'Not a valid date, expected DD-MM-YYYY']
  expect(
    alike([
      { row: 3, ...at, message: `${says}, not 3 May 2015` },
      { row: 4, ...at, message: `${says}, not 9 Jun 2014` },
      { row: 4, column: 'Credit Expired', message: `${says}, not soon` },
    ]),
  ).toEqual([
    { row: 3, ...at, message: `${says}, not 3 May 2015`, others: [4] },
    { row: 4, column: 'Credit Expired', message: `${says}, not soon`, others: [] },
  ])
})

test('rows that change nothing are what is left', () => {
  expect(
    unchanged({
      ...{ rows: 5, create: 1, update: 2 },
      names: [],
      opening: { wallets: 0, credits: 0 },
      updates: [],
      problems: [],
      notes: [],
    }),
  ).toBe(2)
})
