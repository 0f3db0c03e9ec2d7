import { initialsOf } from '@academy/contract/platform/initials.ts'
import { useState } from 'react'

/** One of six quiet grounds, the same for a name each time. */
const groundOf = (name: string) => ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6) + 1

/** A picture, or initials on a plain background. Decorative: the name is beside it. */
export function Avatar({
  name,
  picture,
  size = 40,
}: {
  name: string
  picture: string | null | undefined
  size?: number
}) {
  const [broken, setBroken] = useState<string>()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  // A picture that fails to load, without signal or with an expired link, shows the initials.
  if (picture && picture !== broken)
    return (
      <img
        className="face"
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        style={box}
        onError={() => setBroken(picture)}
      />
    )
  return (
    <span className={`face face-${groundOf(name)}`} aria-hidden="true" style={box}>
      {initialsOf(name)}
    </span>
  )
}
