import { expect, test } from 'vitest'
import { splitQuestion } from './notices.tsx'

test('the question is the title, what follows it the text', () => {
  expect(splitQuestion('Are you sure to delete? This action cannot be undone.')).toEqual({
    title: 'Are you sure to delete?',
    rest: 'This action cannot be undone.',
  })
  expect(splitQuestion('Are you sure to submit?')).toEqual({ title: 'Are you sure to submit?', rest: '' })
  expect(splitQuestion('Are you sure to remove ?')).toEqual({ title: 'Are you sure to remove ?', rest: '' })
})
