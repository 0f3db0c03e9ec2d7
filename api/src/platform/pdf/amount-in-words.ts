const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = ['', ' thousand', ' million', ' billion', ' trillion']

/**
 * An amount as a Malaysian receipt spells it, in uppercase: 12050 sen is
 * `RINGGIT MALAYSIA ONE HUNDRED TWENTY AND SEN FIFTY ONLY`. Takes whole, non-negative sen.
 */
export function amountInWords(amountSen: number): string {
  if (!Number.isSafeInteger(amountSen) || amountSen < 0) throw new RangeError(`Not an amount in sen: ${amountSen}`)
  const sen = amountSen % 100
  const ringgit = (amountSen - sen) / 100
  const parts = [...(ringgit > 0 || sen === 0 ? [inWords(ringgit)] : []), ...(sen > 0 ? [`sen ${inWords(sen)}`] : [])]
  return `ringgit malaysia ${parts.join(' and ')} only`.toUpperCase()
}

function inWords(number: number): string {
  if (number === 0) return 'zero'
  const groups: string[] = []
  for (let rest = number, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    if (rest % 1000 > 0) groups.unshift(belowThousand(rest % 1000) + scales[scale])
  }
  return groups.join(' ')
}

function belowThousand(number: number): string {
  const rest = number % 100
  const words = number >= 100 ? [`${ones[Math.floor(number / 100)]} hundred`] : []
  if (rest > 0) words.push(belowHundred(rest))
  return words.join(' ')
}

function belowHundred(number: number): string {
  if (number < 20) return `${ones[number]}`
  const unit = number % 10
  return unit === 0 ? `${tens[Math.floor(number / 10)]}` : `${tens[Math.floor(number / 10)]}-${ones[unit]}`
}
