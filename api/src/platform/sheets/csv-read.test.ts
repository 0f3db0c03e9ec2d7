import { expect, test } from 'vitest'
import { textOf } from './csv-read.ts'

const bytes = (text: string, ...more: number[]) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(more)])

test('a file of an English or a Malay machine keeps its letters and quotes', () => {
  expect(textOf(bytes('Parent,Ja\x92afar bin Sa\x92ad'))).toBe('Parent,Ja’afar bin Sa’ad')
  expect(textOf(bytes('Adult,José Müller'))).toBe('Adult,José Müller')
  expect(textOf(bytes('Adult,José;München\nAdult,Créée'))).toBe('Adult,José;München\nAdult,Créée')
})

test('one of a Chinese machine, in UTF-8 or in UTF-16 keeps its characters', () => {
  // 陈伟明 in GB18030
  expect(textOf(bytes('Adult,', 0xb3, 0xc2, 0xce, 0xb0, 0xc3, 0xf7))).toBe('Adult,陈伟明')
  expect(textOf(Buffer.from('Adult,陈伟明 Ja’afar'))).toBe('Adult,陈伟明 Ja’afar')
  expect(textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Adult,陈伟明', 'utf16le')]))).toBe(
    'Adult,陈伟明',
  )
})

test('what is no text is refused', () => {
  expect(() => textOf(Buffer.from([0x50, 0x4b, 0, 1]))).toThrow('neither an Excel workbook (.xlsx) nor CSV')
  expect(() => textOf(bytes('Adult,', 0xb3, 0xc2, 0xff))).toThrow('neither an Excel workbook (.xlsx) nor CSV')
})
