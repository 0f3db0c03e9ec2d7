import { useState } from 'react'

/** A person's or thing's picture, or the initials on a quiet ground. Decoration: the name stands beside it. */
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
  // A picture that does not come, for want of signal or because its link is old, leaves the initials.
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
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
  return (
    <span className="face" aria-hidden="true" style={box}>
      {initials.toUpperCase()}
    </span>
  )
}
