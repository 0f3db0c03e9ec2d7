/** Letters of Arabic or Hebrew, with whatever stands between two of them. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}](?:[\p{M}\p{P}\p{Z}\p{Script=Arabic}\p{Script=Hebrew}]*[\p{M}\p{Script=Arabic}\p{Script=Hebrew}])?/gu

/** A name that is written from right to left keeps to itself: it would turn round the figures that stand after it. */
export const isolated = (text: string): string => text.replace(rightToLeft, '\u2068$&\u2069')
