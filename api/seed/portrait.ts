import sharp from 'sharp'

const side = 256
const colours: readonly (readonly [number, number, number])[] = [
  [9, 88, 217],
  [207, 19, 34],
  [56, 118, 29],
  [146, 84, 222],
  [212, 107, 8],
  [8, 151, 156],
  [196, 29, 127],
  [84, 84, 84],
]

/** A png portrait for people of the demo academy: a silhouette on a coloured background. */
export async function portrait(n: number): Promise<Buffer> {
  const [red, green, blue] = colours[n % colours.length] ?? [9, 88, 217]
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const head = (x - 128) ** 2 + (y - 104) ** 2 < 52 ** 2
      const shoulders = (x - 128) ** 2 / 92 ** 2 + (y - 262) ** 2 / 90 ** 2 < 1
      const shade = 1 - y / (side * 2.2)
      const [r, g, b] = head || shoulders ? [245, 245, 245] : [red * shade, green * shade, blue * shade]
      pixels.set([r, g, b].map(Math.round), (y * side + x) * 3)
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
